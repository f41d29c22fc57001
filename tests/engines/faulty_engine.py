"""A Gomocup engine that keeps to the protocol, except for the faults named: `python faulty_engine.py FAULT ...`

It is a standalone script that imports nothing from the package, and it plays the lowest free cell. These break no rule:
`plain` (it does not know RESTART, TAKEBACK and RECTSTART), `lingers`, `noisy`, and `deaf` (it thinks for 2 ms, and
drops what it is sent within 0.2 ms of its move, as some strong engines do).
"""

import os
import select
import shlex
import sys
import time

_OPTIONAL = ("RESTART", "TAKEBACK", "RECTSTART")


def scripted_engine(*faults: str) -> str:
    """Return the command of the engine with these faults; none by default."""
    return shlex.join([sys.executable, "-S", __file__, *faults])


class _ScriptedEngine:
    """The engine: `answer` takes a line and returns those to write."""

    def __init__(self, faults: frozenset[str]) -> None:
        self.faults = faults
        self.columns = self.rows = 0
        self.stones: set[tuple[int, int]] = set()
        self.reading = False

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer this one."""
        line = line.rstrip("\r")
        verb, _, rest = line.partition(" ")
        verb = verb.upper()
        if self.reading and verb != "DONE":
            numbers = line.split(",")
            self.stones.add((int(numbers[0]), int(numbers[1])))
            return []
        if verb in _OPTIONAL and "plain" in self.faults:
            return [f"UNKNOWN {verb}"]
        handler = getattr(self, f"on_{verb.lower()}", None)
        if handler is None:
            return [f"UNKNOWN {line[:40]!r}"]
        try:
            answers: list[str] = handler(*(int(number) for number in rest.split(",") if rest and verb != "INFO"))
        except (TypeError, ValueError, KeyError):
            return [f"ERROR {line[:40]!r}"]
        return answers

    def on_start(self, size: int) -> list[str]:
        return self.on_rectstart(size, size)

    def on_rectstart(self, columns: int, rows: int) -> list[str]:
        if not columns:
            return ["ERROR unsupported size"]
        self.columns, self.rows = columns, rows
        greeting = ["an engine that greets"] if "banner" in self.faults else []
        return [*greeting, *self.on_restart()]

    def on_restart(self) -> list[str]:
        self.stones.clear()
        return ["OK ready" if "wordy-ok" in self.faults else "OK"]

    def on_begin(self) -> list[str]:
        return self.move()

    def on_turn(self, column: int, row: int) -> list[str]:
        if not (0 <= column < self.columns and 0 <= row < self.rows) or (column, row) in self.stones:
            return ["ERROR no free point"]
        self.stones.add((column, row))
        return self.move()

    def on_board(self) -> list[str]:
        self.stones.clear()
        self.reading = True
        return []

    def on_done(self) -> list[str]:
        self.reading = False
        return self.move()

    def on_takeback(self, column: int, row: int) -> list[str]:
        self.stones.remove((column, row))
        return ["OK"]

    def on_info(self) -> list[str]:
        return []

    def on_about(self) -> list[str]:
        if "quiet-about" in self.faults:
            return ["UNKNOWN ABOUT"]
        return ['name="scripted", version="1", author="the noughts authors", country="-"']

    def on_end(self) -> list[str]:
        if "no-end" not in self.faults:
            sys.exit(0)
        return []

    def move(self) -> list[str]:
        """Return the lowest free cell, as changed by the faults."""
        if "crash" in self.faults:
            print("out of ideas", file=sys.stderr)
            sys.exit(3)
        if "hang" in self.faults:
            time.sleep(3600)
        while "flood" in self.faults:
            print("MESSAGE thinking", flush=True)
        if "slow" in self.faults:
            time.sleep(1.5)
        if "deaf" in self.faults:
            time.sleep(0.002)
        if "off-board" in self.faults:
            return [f"{self.columns},{self.rows}"]
        if "error" in self.faults:
            return ["ERROR I would rather not"]
        if "taken" in self.faults and self.stones:
            return ["{},{}".format(*min(self.stones))]
        cells = ((column, row) for row in range(self.rows) for column in range(self.columns))
        column, row = next(cell for cell in cells if cell not in self.stones)
        self.stones.add((column, row))
        text = f"{column};{row}" if "garbled" in self.faults else f"{column},{row}"
        talk = ["MESSAGE thinking", "DEBUG 1 node"] if "noisy" in self.faults else []
        return [*talk, text]


def _drop(end: float) -> None:
    """Read standard input until some time, and forget it; what comes later is kept."""
    while (left := end - time.monotonic()) > 0:
        arrived = select.select([0], [], [], left)[0]
        if time.monotonic() < end and arrived and not os.read(0, 1 << 16):
            return


def run(faults: frozenset[str]) -> None:
    """Answer standard input."""
    if "crash-early" in faults:
        sys.exit("no luck today")
    if "noisy" in faults:
        print("up and running", file=sys.stderr)
    if "hang-early" in faults:
        time.sleep(3600)
    engine = _ScriptedEngine(faults)
    with open(0, "rb", closefd=False) as manager, open(1, "w", buffering=1 << 16, closefd=False) as sink:
        for line in manager:
            for answer in engine.answer(line.decode("utf-8", "replace").rstrip("\n")):
                now = time.monotonic()
                print(answer, file=sink, flush=True)
                if "deaf" in faults and answer[:1].isdigit():
                    _drop(now + 0.0002)
    if {"lingers", "no-end"} & faults:
        time.sleep(3600)


if __name__ == "__main__":
    run(frozenset(sys.argv[1:]))

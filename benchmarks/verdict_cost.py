"""What a verdict costs: `python -m benchmarks.verdict_cost`.

For each of ten programs, and for a plain minimax that copies its board with `deepcopy` at every step, the processor
time of `noughts prove FILE` is compared with that of one process, which loads the program and asks it once in each
position that the verdict needs: no verdict could take less. It may take twice as much; where that is below a second, a
second more. The answers are checked, and the time of the clock plays no part.

The ten are those of tests/data/programs that are called, not played, and play 3,3,3 as they are: of their names in
order, `random.Random(43)` draws ten.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from noughts.core.notation import STANDARD
from noughts.core.position import Side
from noughts.programs.person_program import PersonProgram
from noughts.prove import prove
from noughts.walk import Decided

PROGRAMS = Path(__file__).parent.parent / "tests" / "data" / "programs"
COPIES = "copies_its_board"
COUNT, SEED, ROUNDS = 10, 43, 3
TIMES, MORE = 2.0, 1.0

# Reads the program's text and reading, and the boards in which it is asked, in order.
ALONE = """
import json, random, sys
from noughts.core.notation import STANDARD
from noughts.players.player import NO_DICE, consult
from noughts.core.position import Position
from noughts.strategies import registry
asked = json.load(sys.stdin)
player = registry.load(asked["spec"])
player.set_reading(STANDARD, asked["reading"])
for x, o in asked["boards"]:
    consult(player, Position.from_boards(STANDARD, x, o), NO_DICE)
"""


@dataclass(frozen=True)
class Cost:
    """The processor seconds of a program's verdict, and of the program alone."""

    name: str
    verdict: float
    alone: float

    @property
    def is_within(self) -> bool:
        """Whether the verdict takes no more than it may."""
        return self.verdict <= max(TIMES * self.alone, self.alone + MORE)


def main() -> None:
    """Print a line for each program."""
    names = [*drawn(), COPIES]
    costs = [cost_of(name) for name in names]
    for cost in costs:
        print(
            f"{cost.name:24} {cost.verdict:6.2f} s, alone {cost.alone:6.2f} s: {cost.verdict / cost.alone:5.2f} times, "
            f"{cost.verdict - cost.alone:+.2f} s{'' if cost.is_within else '  MORE THAN IT MAY'}"
        )
    print(f"{sum(cost.is_within for cost in costs)} of {len(costs)} within {TIMES:g} times, or {MORE:g} s more")


def drawn() -> list[str]:
    """Return the names of the programs."""
    known = [path for path in sorted(PROGRAMS.glob("*.toml")) if _is_proved(tomllib.loads(path.read_text("utf-8")))]
    return sorted(random.Random(SEED).sample([path.stem for path in known], COUNT))


def _is_proved(said: dict[str, object]) -> bool:
    is_played = str(said.get("inferred", "")).startswith("sure: seen")
    return (
        not is_played
        and not {"refused", "game", "program", "options", "exit"} & said.keys()
        and bool({"first", "second"} & said.keys())
    )


def cost_of(name: str) -> Cost:
    """Return the costs of a program, medians of some rounds in turn."""
    path = PROGRAMS / f"{name}.py"
    boards, reading, losses = _needed(path)
    asked = json.dumps({"spec": str(path), "reading": reading, "boards": boards})
    rounds = list[tuple[float, float]]()
    for _ in range(ROUNDS):
        took, out = _timed([sys.executable, "-m", "noughts", "prove", str(path), "--json"])
        assert {seat: found["games"]["loss"] for seat, found in json.loads(out)["seats"].items()} == losses, name
        alone, _ = _timed([sys.executable, "-c", ALONE], asked)
        rounds.append((took, alone))
    verdict, alone = (median(times) for times in zip(*rounds, strict=True))
    return Cost(name, verdict, alone)


def _needed(path: Path) -> tuple[list[list[int]], str, dict[str, int]]:
    """Return the boards of a verdict, the reading, and the losses."""
    boards, losses = list[list[int]](), dict[str, int]()
    program = PersonProgram(str(path))
    for side in Side:
        part = list[list[int]]()

        def record(decisions: Sequence[Decided], part: list[list[int]] = part) -> None:
            part.extend([x, o] for x, o, _ in decisions)

        proof = prove(program, STANDARD, side, record=record)
        losses[side.seat] = proof.games.loss
        boards += part
    reading = program.reading(STANDARD)
    program.close()
    return boards, reading, losses


def _timed(command: Sequence[str], given: str = "") -> tuple[float, str]:
    """Return the processor seconds of a command and of its children, and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run(command, input=given, capture_output=True, text=True, check=False, cwd=folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert ran.returncode in (0, 1), ran.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ran.stdout


if __name__ == "__main__":
    main()

"""The pipes between the keeper of the copies of a game and the copies, all made before the first copy."""

import json
import os
import select
from typing import Any

JSON = dict[str, Any]
_CHUNK = 1 << 16
_exit = os._exit  # a program may have another in its place
_NUMBER = 4  # bytes


class Wires:
    """Pipes: from the copies, one for what they report; to them, one for answers to reports and one for each place in
    which a copy can wait."""

    def __init__(self, places: int) -> None:
        self.reports, self._reporting = os.pipe()
        self._replies, self._replying = os.pipe()
        self._commands = [os.pipe() for _ in range(places)]
        self._pending = b""

    # The keeper's side.

    def taken(self) -> JSON | None:
        """Return the next report that has come, or None if there is none yet. It waits for a whole one."""
        while b"\n" not in self._pending:
            chunk = os.read(self.reports, _CHUNK)
            if not chunk:
                return None
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        found = json.loads(line)
        return found if isinstance(found, dict) else {}

    def waits(self, seconds: float) -> bool:
        """Wait for a report for so long at most; return whether there is one."""
        poll = select.poll()
        poll.register(self.reports, select.POLLIN)
        return bool(poll.poll(1000 * seconds))

    @property
    def has_more(self) -> bool:
        """Whether a whole report is there already."""
        return b"\n" in self._pending

    def reply(self, number: int) -> None:
        """Answer the last report with a number."""
        os.write(self._replying, number.to_bytes(_NUMBER, "big", signed=True))

    def command(self, place: int, command: JSON) -> None:
        """Tell the copy in a place what to do."""
        os.write(self._commands[place][1], json.dumps(command).encode() + b"\n")

    def close(self) -> None:
        """Close the keeper's side: every copy that waits ends."""
        for file in (self._replying, self._reporting, *(pair[1] for pair in self._commands)):
            os.close(file)
        for file in (self.reports, self._replies, *(pair[0] for pair in self._commands)):
            os.close(file)

    # A copy's side.

    def take_side(self) -> None:
        """Keep the side of a copy alone, and no other file of this process but the first three."""
        kept = sorted({0, 1, 2, self._reporting, self._replies, *(pair[0] for pair in self._commands)})
        for low, high in zip(kept, [*kept[1:], os.sysconf("SC_OPEN_MAX")], strict=True):
            os.closerange(low + 1, high)

    def report(self, message: JSON) -> None:
        """Tell the keeper something. Without a keeper this process ends: an exception would reach the program."""
        rest = json.dumps(message).encode() + b"\n"
        try:
            while rest:
                rest = rest[os.write(self._reporting, rest) :]
        except OSError:
            _exit(1)

    def replied(self) -> int:
        """Return the keeper's answer to a report; -1 once there is no keeper."""
        found = os.read(self._replies, _NUMBER)
        return int.from_bytes(found, "big", signed=True) if found else -1

    def commanded(self, place: int) -> JSON | None:
        """Wait for a command in a place; None once there is no keeper."""
        line = b""
        while not line.endswith(b"\n"):
            chunk = os.read(self._commands[place][0], 1 << 12)
            if not chunk:
                return None
            line += chunk
        found: JSON = json.loads(line)
        return found

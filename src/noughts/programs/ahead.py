"""The answers of a program in positions: it is sent those that are asked for soon before they are needed."""

from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import EngineError, NoAnswer
from noughts.programs.process import Overdue
from noughts.programs.runs import Runs

_SECONDS = 0.1  # of answers that are asked for before they are needed
_MOST = 256


class AnswersAhead:
    """The answers of a program called `name`. `tell` lets a process know how the program is read on a game.

    `walks`: whether what follows each decision will be asked for too.
    """

    def __init__(self, name: str, runs: Runs, tell: Callable[[Game], object]) -> None:
        self.name, self._runs, self._tell = name, runs, tell
        self.walks = False
        self._mean, self._one_by_one = _SECONDS, False
        self._sent = deque[Position | None]()  # None: its answer is not wanted any more
        self._lost = 0  # what `runs` had lost when they were sent
        self.expect([])

    def expect(self, positions: Iterable[Position]) -> None:
        """Prepare for these positions, which are asked for next, in this order; forget all others."""
        self._coming = deque(positions)
        self._answers: dict[Position, Any] = {}
        self._sent = deque(None for _ in self._sent)

    def of(self, position: Position, seed: int | None) -> Any:
        """Return the answer in a position. Raises NoAnswer if none comes, LimitExceeded if the time is over."""
        while position not in self._answers:
            try:
                if self._lost != self._runs.lost or position not in self._sent:
                    self._send([position], seed)
                self._hear()
            except (EngineError, Overdue) as error:
                self._blame(error, position)
        if not self._one_by_one and self._coming and 2 * len(self._sent) <= self._width:
            self._send([self._coming.popleft() for _ in range(min(self._width, len(self._coming)))], None)
        return self._answers.pop(position)

    @property
    def _width(self) -> int:
        return max(1, min(_MOST, int(_SECONDS / max(self._mean, 1e-6))))

    def _send(self, positions: list[Position], seed: int | None) -> None:
        """Send positions of one game. Raises what `Runs.send` raises."""
        if positions[0] in self._coming:
            self._coming.remove(positions[0])
        self._tell(positions[0].game)
        if self._lost != self._runs.lost:
            self._sent.clear()
            self._lost = self._runs.lost
        boards = [[position.x, position.o] for position in positions]
        self._runs.send({"game": str(positions[0].game), "boards": boards, "seed": seed, "all": self.walks})
        self._sent += positions

    def _hear(self) -> None:
        """Take the next answers. Raises what `Runs.decided` raises."""
        began = monotonic()
        answers = self._runs.decided()
        for answer in answers:
            if self._sent and (position := self._sent.popleft()) is not None:
                self._answers[position] = answer
        if answers:
            self._mean = (monotonic() - began) / len(answers)

    def _blame(self, error: EngineError | Overdue, awaited: Position) -> None:
        """Book a fault in the position to blame for the death of the process. Raises NoAnswer if no answer came.

        Of several positions that were sent none is to blame yet: from now on they are sent one by one.
        """
        suspects, alone = [position for position in self._sent if position is not None], self._one_by_one
        self._runs.end_dead()
        self._sent.clear()
        self._one_by_one = True
        if len(suspects) > 1 or not (alone or suspects):
            self._coming.extendleft(reversed(suspects))
            return
        if isinstance(error, Overdue):
            raise NoAnswer(f"strategy {self.name!r} {error} at {str(awaited)!r}", error.by_clock)
        self._answers[awaited] = {"kind": "died", "text": f"strategy {self.name!r}: {error} at {str(awaited)!r}"}

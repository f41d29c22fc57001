"""A program of any language as a strategy: a position in one line of JSON, its moves in another.

The request is `{"game": [3, 3, 3], "position": "XX./.O./...", "side": "O", "moves": ["c1", ...]}`: columns, rows and k,
the rows from the top, the side to move, the names of all free cells. The answer is `{"move": "c1"}`, or `{"moves":
["a1", "c3"]}` with all moves that the program may make, equally likely or with their `"chances"`; `"reason"` says why,
in words. `"random": true` says that the program has drawn its answer at random. `{"error": "..."}` refuses the
position. A line that does not begin with `{` is not an answer: it is ignored, as unknown lines of an engine are.
"""

import json
import random
import re
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.engines.external import GRACE_SECONDS, START_SECONDS, Answer, External, started
from noughts.errors import EngineError, NotationError, StrategyFault
from noughts.players.player import Decision, Notes
from noughts.processes.line_cutter import quote
from noughts.words import Said

_LONGEST_LINE = 1 << 16  # bytes: enough for a list of all moves of the largest board
_FIELDS = ("move", "moves", "chances", "reason", "random", "error")
_CHANCE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,20}|/[1-9][0-9]{0,8})?")
_EXPECTED = 'expected {"move": "a1"} or {"moves": ["a1", "b2"]}'


class Pipe:
    """A running program that answers requests. Every method raises EngineError if it breaks the protocol."""

    def __init__(self, command: str, seconds: float = 1.0, margin: float = GRACE_SECONDS) -> None:
        self.process: Final = started(command, "program", _LONGEST_LINE)
        self._most = seconds + margin
        self.took = 0.0
        self.is_random = False  # whether it has said that it draws its answers at random
        self._has_answered = False

    def refusal(self, game: Game) -> str | None:
        """Return the error that the program answers on the empty board of a game, or None if it plays."""
        error = self._ask(Position(game)).get("error")
        return None if error is None else str(error)

    def decision(self, position: Position) -> Decision:
        """Return its decision in a position that is not over. Raises StrategyFault if it answers an error."""
        answer = self._ask(position)
        if "error" in answer:
            refusal = quote(str(answer["error"]), 200)
            raise StrategyFault(f"{self.process.name} refuses {str(position)!r}: {refusal}", "illegal")
        names = answer.get("moves", [answer.get("move")])
        well_formed = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if not well_formed or ("move" in answer) == ("moves" in answer):
            raise self._error(f"answered {quote(json.dumps(answer), 200)}, {_EXPECTED}")
        reason = answer.get("reason", "")
        if not isinstance(reason, str):
            raise self._error(f"gave the reason {quote(json.dumps(reason), 200)}, expected a text")
        try:
            moves = tuple(parse_cell(position.game, name) for name in names)
        except NotationError as error:
            raise self._error(f"answered a move that is none at {str(position)!r}: {error}") from None
        words = Said("reason.program-says", {"words": quote(reason, 200)}) if reason else Said("reason.program")
        return Decision(moves, reason=words, chances=self._chances(answer))

    def close(self) -> None:
        """End its input, and kill what is left of the process."""
        self.process.close()

    def _ask(self, position: Position) -> dict[str, Any]:
        """Return the program's answer in a position that is not over."""
        while (early := self.process.waiting()) is not None:
            if _is_answer(early):  # else later answers would be taken for those of other positions
                raise self._error(f"wrote {_quoted(early)} before it was asked: each request has one answer")
        began = time.monotonic()
        self.process.send(_request(position))
        try:
            line = self._hear()
        finally:
            self.took = time.monotonic() - began if self._has_answered else 0.0  # the first includes its start
        self._has_answered = True
        try:
            answer: dict[str, Any] = json.loads(line, parse_float=str)  # a float would round a chance
        except (ValueError, RecursionError):
            raise self._error(f"answered {_quoted(line)}, which is not JSON; {_EXPECTED}") from None
        if unknown := [field for field in answer if field not in _FIELDS]:
            raise self._error(f"answered {_quoted(line)} with an unknown field {quote(unknown[0])}; {_EXPECTED}")
        if not isinstance(drawn := answer.get("random", False), bool):
            raise self._error(f'gave the field "random" as {quote(json.dumps(drawn), 200)}, expected true or false')
        self.is_random |= drawn
        return answer

    def _chances(self, answer: dict[str, Any]) -> tuple[Fraction, ...] | None:
        """Return the chances of an answer, or None: a decimal is taken as it is written."""
        if "chances" not in answer:
            return None
        chances = answer["chances"]
        if not isinstance(chances, list) or not all(_CHANCE.fullmatch(str(chance)) for chance in chances):
            raise self._error(f"gave the chances {quote(json.dumps(chances), 200)}, expected a list as [0.5, 0.5]")
        return tuple(map(Fraction, chances))

    def _hear(self) -> bytes:
        """Return the next line that is an answer. A program that has just started gets more time."""
        seconds = self._most + (0 if self._has_answered else START_SECONDS)
        deadline, other = time.monotonic() + seconds, b""
        while True:
            line = self.process.read(deadline - time.monotonic())
            if line is None:
                last = f" (it wrote {_quoted(other)})" if other else ""
                raise self.process.error(f"did not give an answer within {seconds:g} s{last}", "time-out")
            if _is_answer(line):
                return line
            other = line

    def _error(self, what: str) -> EngineError:
        return self.process.error(what, "protocol")


class PipeStrategy(External[Pipe]):
    """A program of this machine that answers requests in JSON.

    `command` is written as in a shell, `seconds` are those for a move. `noisy`: whether it has said that it draws its
    answers at random.
    """

    prefix, what = "pipe", "program"
    noisy = False
    if_drawn = 'list all the moves that it may make in "moves", or say "random": true, and it is measured'

    def __init__(self, command: str, seconds: float = 1.0, margin: float = GRACE_SECONDS) -> None:
        super().__init__(command, seconds, margin)
        self._plays: dict[Game, bool] = {}

    @property
    def notes(self) -> Notes:
        """The assumption of a proof about the program, or that it draws its answers at random."""
        if self.noisy:
            return Notes(unlisted="the program says that it draws its answers at random: measured, not proved")
        return Notes(
            assumes=f"{self.name} is deterministic (one process for all positions, {self.seconds:g} s for a move)"
        )

    def supports(self, game: Game) -> bool:
        """Return whether the program answers on the empty board of a game, not with an error. It is asked once."""
        with self._lock:
            if game not in self._plays:
                self._plays[game] = self._asked(lambda pipe: pipe.refusal(game)) is None
            return self._plays[game]

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the program's decision. Raises EngineError; StrategyFault if it refuses the position."""
        decision = self._asked(lambda pipe: pipe.decision(position))
        if self.noisy:
            rng.random()  # refused where all the moves of a strategy are asked for
        return decision

    def _asked(self, ask: Callable[[Pipe], Answer]) -> Answer:
        """Return the program's answer; note whether it draws its answers."""

        def noted(pipe: Pipe) -> Answer:
            answer = ask(pipe)
            self.noisy |= pipe.is_random
            return answer

        return self._held(noted)

    def _start(self) -> Pipe:
        return Pipe(self.command, self.seconds, self.margin)


def _request(position: Position) -> bytes:
    """Return the line that asks for a decision.

    >>> from noughts.board_text.position_text import parse_position
    >>> _request(parse_position("XOX/XO./O.X"))
    b'{"game": [3, 3, 3], "position": "XOX/XO./O.X", "side": "O", "moves": ["c2", "b3"]}\\n'
    """
    game = position.game
    request = {
        "game": game.to_list(),
        "position": str(position),
        "side": position.side.value,
        "moves": [game.name(move) for move in position.legal_moves],
    }
    return json.dumps(request).encode("ascii") + b"\n"


def _is_answer(line: bytes) -> bool:
    return line.lstrip().startswith(b"{")


def _quoted(line: bytes) -> str:
    return quote(line.decode("utf-8", "replace"), 200)

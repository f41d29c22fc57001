"""`lookahead`: an opponent where stones fall: it sees every win and loss up to some plies ahead."""

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, completed
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.players.player import Decision
from noughts.solve.gravity.gravity_search import GravitySearch, suits
from noughts.solve.solver import Solver, exact_solver
from noughts.strategies.exact import Perfect, exact_scores, in_words
from noughts.strategies.rules.conditions import line_potential
from noughts.strategies.strategy_options import NamedByOptions, out_of_range, require_seconds
from noughts.words import Said

_FURTHEST = 40  # plies


@dataclass(frozen=True)
class Lookahead(NamedByOptions):
    """The quickest win within `plies`, else a move after which the other side has none, on the most open lines.

    Wins and losses up to there are exact. Of the other moves it takes those whose lines have the greatest potential,
    of both sides together (see `potential`). With `seconds` it first asks for the exact value: of connect-four the
    first plies are in a book, and towards the end of a game a search finds it in time.

    >>> from noughts.board_text.position_text import parse_position
    >>> position = parse_position("4433", Game(7, 6, 4, gravity=True))
    >>> print(Lookahead().decide(position, random.Random()).reason)
    wins in 3 moves, later or not at all with c4
    """

    plies: int = 6
    seconds: float = 0.0

    title = "lookahead"
    cost = "search"
    plays = "error.plays-falling-lines"
    origin = "alpha-beta, as far as its horizon; beyond it the potential of Erdős and Selfridge (1973)"

    def __post_init__(self) -> None:
        if not 1 <= self.plies <= _FURTHEST:
            raise out_of_range("plies", 1, _FURTHEST, self.plies)
        require_seconds(self.seconds)

    @property
    def noisy(self) -> bool:
        """Whether a decision depends on the machine's speed, not on the position alone."""
        return self.seconds > 0

    def supports(self, game: Game) -> bool:
        """Return whether it plays a game: stones fall, and k or more in a row win."""
        return suits(game)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the moves that are equally good as far as it sees, with the value of each that ends within `plies`."""
        if self.seconds:
            with suppress(LimitExceeded):
                values = self._solver.truth(position, Budget(seconds=self.seconds))
                return Perfect.asking(lambda _position: values).decide(position, rng)
        ahead = self._ahead(position)
        seen = {move: value for move, value in ahead.items() if value is not None}
        scores = exact_scores(position, seen) if seen else None
        saw = Said("saw.ahead", {"plies": self.plies, "known": len(seen), "count": len(ahead)})
        best = max(seen.values(), default=None)
        if best is not None and (best.result > 0 or (best.result < 0 and len(seen) == len(ahead))):
            moves = tuple(move for move, value in seen.items() if value == best)
            other = next((move for move in ahead if move not in moves), None)
            return Decision(moves, scores, in_words(position, best, moves[0], other), saw=saw)
        worths = {move: _potential(position, move) for move, value in ahead.items() if not value or not value.result}
        most = max(worths.values())
        moves = tuple(move for move, worth in worths.items() if worth == most)
        return Decision(moves, scores, self._stays_open(position, moves, seen), saw=saw)

    def _ahead(self, position: Position) -> dict[Move, Value | None]:
        """Return what each move is worth; None where the game may go on beyond `plies`."""
        search = GravitySearch(position.game)  # a new one for each decision: several threads may ask for one
        after = {
            move: search.value_within(position.play_unchecked(move), self.plies - 1) for move in position.legal_moves
        }
        return {move: None if value is None else value.parent() for move, value in after.items()}

    @cached_property
    def _solver(self) -> Solver:
        return exact_solver()

    def _stays_open(self, position: Position, moves: tuple[Move, ...], seen: Mapping[Move, Value]) -> Said:
        """Return why moves are taken after which no side wins as far as it sees."""
        if len(moves) == 1 and (line := completed(position.game, position.theirs, moves[0])):
            return Said("reason.block", {"line": position.game.ends(line)})
        lines = position.game.lines_through[moves[0]]
        best = max(lines, key=lambda line: line_potential(position, line))
        is_open = line_potential(position, best) > 0
        why = Said("reason.ahead-line", {"line": position.game.ends(best)}) if is_open else Said("reason.ahead-no-line")
        named: dict[str, object] = {"plies": self.plies, "why": why}
        losing = [move for move, value in seen.items() if value.result < 0]
        if not losing:
            return Said("reason.ahead", named)
        soonest = min(losing, key=seen.__getitem__)
        return Said("reason.ahead-not", named | {"cell": position.game.name(soonest), "count": seen[soonest].distance})


def _potential(position: Position, move: Move) -> int:
    return sum(line_potential(position, line) for line in position.game.lines_through[move])

"""`search`: an opponent for boards beyond exact reach: a search for threats, then alpha-beta."""

import random
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from noughts.core.budget import Budget
from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, completed
from noughts.errors import StrategyError
from noughts.extras import has_extra
from noughts.players.player import Decision, require_support
from noughts.search import kernel_loading, plain_search
from noughts.search.finding import DECIDED, Finding
from noughts.strategies.strategy_options import LONGEST, NamedByOptions, out_of_range, require_seconds
from noughts.words import Said, Words

if TYPE_CHECKING:
    from noughts.search.player import Searcher

_SHOWN = 12  # moves of a line
_EXPECTED = 3  # moves of a line in a reason
_MEANWHILE = 0.5  # seconds, for a move while the compiler is at work
_GAMES = 4  # whose players, with their memory, are kept


@dataclass(frozen=True)
class Search(NamedByOptions):
    """Threats first (win, block, runs of fours and threes), then alpha-beta over the most promising cells, in a budget.

    The default budget of a move is `nodes` (a few times as many if a win is near): a decision depends on the position
    alone. With `seconds` the budget is time: results are kept for the next move, and the strategy is noisy. Until
    the compiled search is loaded, a search in plain Python answers within these seconds. With `plain` that search
    always answers: it needs no compiler, and is far weaker. `slips` is the chance that a move is the second best of the
    moves searched; its square is the chance that a line of the opponent's is overlooked. A line of its own never is.

    >>> from noughts.board_text.position_text import parse_position
    >>> print(Search().decide(parse_position("XX./OO./..."), random.Random()).reason)
    completes a1-c1
    """

    nodes: int = 30_000
    seconds: float = 0.0
    fours: bool = True
    plain: bool = False
    slips: float = 0.0

    title = "search"
    cost = "search"
    plays = "error.plays-open-lines"
    is_paced = True
    origin = "threats (Allis, van den Herik and Huntjens, 1993; lambda search, Thomsen, 2000) before alpha-beta"

    def __post_init__(self) -> None:
        if not 1 <= self.nodes <= 1_000_000_000:
            raise out_of_range("nodes", 1, 1_000_000_000, self.nodes)
        require_seconds(self.seconds)
        if not 0 <= self.slips <= 1:
            raise out_of_range("slips", 0, 1, self.slips)
        if self.plain and not self.fours:
            raise StrategyError(Said("error.plain-fours"))

    @property
    def noisy(self) -> bool:
        """Whether a decision depends on the machine's speed or on random numbers, not on the position alone."""
        return self._timed or self.slips > 0

    @property
    def _timed(self) -> bool:
        return self.seconds > 0

    def supports(self, game: Game) -> bool:
        """Return whether it plays a game: it reads lines of which every cell may be taken at any time."""
        return game.blocking_suffices

    def kernels(self, game: Game) -> tuple[str, ...]:
        """Return the module of the compiled search if decisions wait for it: without a clock they do."""
        return () if self._timed or self.plain else (kernel_loading.PLAYER,)

    def meanwhile(self, game: Game) -> "Search":
        """Return the search by time in plain Python that moves while this one's kernels are compiled, where it can."""
        waits = bool(self.kernels(game)) and not kernel_loading.is_compiled()
        return replace(self, seconds=_MEANWHILE) if waits else self

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the best move found, one only."""
        game = position.game
        if position.ply == 0 and min(game.m, game.n) > 2 * game.k - 4 and game.cells > 36:
            return Decision((game.cell(game.n // 2, game.m // 2),), reason=Said("reason.centre"))
        finding = self.find(position)
        scores = [finding.scores.get(cell) for cell in range(game.cells)] if finding.scores else None
        waits = finding.by == "plain" and not self.plain and has_extra("fast")
        best = Decision((finding.move,), scores, _reason(position, finding), saw=_numbers(game, finding, waits))
        return _with_slips(position, finding.by, best, self.slips, rng) if self.slips else best

    def find(self, position: Position) -> Finding:
        """Return what the search says of a position where the game is on. Raises GameError unless it plays the game."""
        require_support(self, position.game)
        if self.plain and not self._timed:
            return plain_search.find_by_nodes(position, self.nodes)
        if self.plain:
            return plain_search.find(position, self.seconds)
        began = perf_counter()
        mean = self._budget.soft or self.seconds
        if self._timed and not kernel_loading.is_loaded(mean / 2):
            return plain_search.find(position, mean - (perf_counter() - began))
        player = self._player(position.game)
        player.budget = self._budget
        return player.find(position, perf_counter() - began)

    def within(self, budget: Budget) -> "Search":
        """Return this search with the budget of a move in a game with a clock, and with this one's memory."""
        if budget.seconds is None:
            raise StrategyError(Said("error.needs-seconds"))
        other = replace(self, seconds=min(budget.seconds, LONGEST))
        vars(other).update(_budget=budget, _players=self._players)
        return other

    def load(self, seconds: float) -> bool:
        """Load the compiled search; return whether it is there, after at most `seconds`.

        If it has yet to be compiled, that begins, and False is returned at once.
        """
        return self.plain or kernel_loading.is_loaded(seconds)

    def prepare(self, game: Game) -> None:
        """Set up the memory of a new game, if the compiled search is there."""
        if not self.plain and kernel_loading.is_loaded(0.0):
            self._player(game).prepare()

    @cached_property
    def _budget(self) -> Budget:
        return Budget(seconds=self.seconds) if self._timed else Budget(nodes=self.nodes)

    def _player(self, game: Game) -> "Searcher":
        players, key = self._players, (game, self._timed)
        if key not in players:
            if len(players) >= _GAMES:
                players.pop(next(iter(players)), None)
            players[key] = kernel_loading.load().Searcher(game, self._budget, keeps=self._timed, fours=self.fours)
        return players[key]

    @cached_property
    def _players(self) -> "dict[tuple[Game, bool], Searcher]":
        return {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.nodes, self.seconds, self.fours, self.plain, self.slips)  # without the memory


def _with_slips(position: Position, by: str, best: Decision, chance: float, rng: random.Random) -> Decision:
    """Return the best decision, or by chance a worse one; `by` is the part of the search that decided."""
    others = [cell for cell in _near_stones(position) if cell not in best.moves]
    if by == "block" and others and rng.random() < chance**2:
        line = position.game.ends(completed(position.game, position.theirs, best.moves[0]))
        return Decision((rng.choice(others),), reason=Said("reason.slip-overlooks", {"line": line}))
    scores = {cell: score for cell, score in enumerate(best.scores or ()) if score is not None}
    second = max(scores.keys() - best.moves, key=lambda cell: (scores[cell], -cell), default=None)
    if second is None or rng.random() >= chance:
        return best
    cell = position.game.name(best.moves[0])
    saw = Said("saw.best", {"cell": cell, "saw": best.saw})
    return Decision((second,), best.scores, Said("reason.slip-second", {"cell": cell}), saw=saw)


def _near_stones(position: Position) -> list[Move]:
    """Return the free cells that touch a stone, side by side or at a corner."""
    game, taken = position.game, [position.game.row_column(cell) for cell in cells_of(position.x | position.o)]

    def touches(cell: Move) -> bool:
        row, column = game.row_column(cell)
        return any(abs(row - r) <= 1 and abs(column - c) <= 1 for r, c in taken)

    return [cell for cell in position.legal_moves if touches(cell)]


def _line(game: Game, moves: tuple[Move, ...]) -> str:
    return " ".join(game.name(move) for move in moves[:_SHOWN]) + (" ..." if len(moves) > _SHOWN else "")


def _reason(position: Position, finding: Finding) -> Said:
    """Return why the search moves so, in a player's words."""
    game = position.game
    if finding.by in ("complete", "block", "lost"):
        stones = position.own if finding.by == "complete" else position.theirs
        return Said(f"reason.{finding.by}", {"line": game.ends(completed(game, stones, finding.move))})
    if finding.by == "dead":
        return Said("reason.dead")
    values = {"count": finding.plies, "line": _line(game, finding.line[:_EXPECTED])}
    if finding.result == 0:
        return Said("reason.draws-line", values)
    if finding.result is None:
        return _looked(position, finding)
    by = f"-by-{finding.by}" if finding.result > 0 and finding.by in ("fours", "threats") else ""
    kind = f"reason.{'wins' if finding.result > 0 else 'loses'}{by}"
    if finding.plies is None:
        return Said(kind)
    return Said(f"{kind}-in" if by else f"{kind}-in-line", values)


def _looked(position: Position, finding: Finding) -> Said:
    """Return how far a search looked that has proved nothing, and what its move does to the lines that count most."""
    if finding.depth and finding.score <= -DECIDED:
        return Said("reason.looks-lost", {"count": finding.depth})
    game, move = position.game, finding.move
    own = _fullest(game, position.own, position.theirs, move)
    theirs = _fullest(game, position.theirs, position.own, move)
    if not finding.depth:
        line = own or theirs
        return Said("reason.glance-on", {"line": game.ends(line)}) if line else Said("reason.glance")
    adds, takes = own & position.own, theirs & position.theirs
    begins = not adds and not takes and own
    expected = () if own or takes else finding.line[1 : 1 + _EXPECTED]
    forms = {"-adds": adds, "-takes": takes, "-begins": begins, "-expects": expected}
    values = {"count": finding.depth, "own": game.ends(own), "theirs": game.ends(theirs), "line": _line(game, expected)}
    return Said(f"reason.looks{''.join(form for form, stands in forms.items() if stands) or '-alone'}", values)


def _fullest(game: Game, own: int, theirs: int, move: Move) -> int:
    """Return the line through a free cell that is open to some stones, the first with the most of them, as a bitboard;
    0 for none."""
    alone = [line for line, window in game.windows_through[move] if not line & theirs and not (window ^ line) & own]
    return max(alone, key=lambda line: (line & own).bit_count(), default=0)


def _numbers(game: Game, finding: Finding, waits: bool) -> Words:
    """Return what the search has counted, the line that it expects, and whether it waits for the compiled one."""
    counts = []
    if finding.depth:
        counts.append(Said("saw.depth", {"count": finding.depth}))
    if finding.nodes:
        counts.append(Said("saw.nodes", {"count": finding.nodes}))
    if finding.result is None and finding.by != "block":
        counts.append(Said("saw.score", {"score": f"{finding.score:+d}"}))
    if len(finding.line) > 1:
        counts.append(Said("saw.line", {"line": _line(game, finding.line)}))
    if not counts and not waits:
        return ""
    return Said("saw.not-ready" if waits else "saw.counted", {"counts": tuple(counts)})

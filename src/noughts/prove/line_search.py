"""A search for a game that a strategy loses, on any board: the strategy is asked, the opponent's moves are searched.

A game that ends in the opponent's win refutes "never loses", however it was found. What can be chosen are the moves of
the opponent, and those of the strategy's ties: every other stone is its own answer. The search is best-first. It plays
a game to its end with the moves that an adviser thinks best, then goes back to the most promising move that was left
out and plays on from there. After a number of games it begins again, with an adviser that looks further; what the
strategy has answered is kept.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side, positions_after, winner_by_line
from noughts.errors import StrategyFault
from noughts.players.player import Strategy, as_player
from noughts.prove.ledger import require_same
from noughts.prove.proof import FaultAt
from noughts.walk import Decided, decided

_FIRST, _MOST = 500, 1 << 30  # nodes of the adviser for a move, in the first round and at most
_GROWTH = 2
_GAMES = 64  # games of a round
_KEPT = 1_000_000  # positions without a line, of those that a search of all shorter games remembers

Line = tuple[Move, ...]


@dataclass(frozen=True)
class Advice:
    """The best move of a position for the opponent, and estimates of it and of others. `exact`: it wins, by values."""

    move: Move
    score: int = 0
    scores: Mapping[Move, int] = field(default_factory=dict)
    exact: bool = False


Adviser = Callable[[Position, int], Advice]  # receives a position with the opponent to move, and a number of nodes


@dataclass(frozen=True)
class LineProgress:
    """The progress of a search for a losing line: games tried, positions asked, plies of this game, and the best
    estimate of a position so far, for the opponent; `shortest`: the plies of the line found, if a shorter one is
    looked for."""

    games: int
    asked: int
    plies: int
    best: int
    shortest: int | None = None


@dataclass(order=True)
class _LeftOut:
    """A position after a move that was left out: the least `cost` is the most promising."""

    cost: int
    number: int
    position: Position = field(compare=False)
    line: Line = field(compare=False)


class LineSearch:
    """Looks for games that a strategy loses in a seat.

    `answers`: the strategy's moves by position (X's stones, O's stones), each asked for once. `games`: the number of
    games tried. `shortest`: the plies of the shortest line found. `main_line`: the latest game of the
    adviser's best moves, as far as the opponent could win it. `progress` hears how far it is, and ends it by an
    exception.
    """

    def __init__(
        self,
        strategy: Strategy,
        game: Game,
        seat: Side,
        adviser: Adviser,
        progress: Callable[[LineProgress], None] = lambda line: None,
    ) -> None:
        self.strategy, self.game, self.seat = as_player(strategy), game, seat
        self._completes = winner_by_line(game, seat.opponent)  # the side whose line is wanted
        self.answers: dict[tuple[int, int], tuple[Move, ...]] = {}
        self.games = 0
        self.shortest: int | None = None
        self.main_line: Line = ()
        self._adviser, self._progress = adviser, progress
        self._exact, self._faults = set[Position](), dict[Position, FaultAt]()
        self._best = -_MOST

    def record(self, decisions: Sequence[Decided]) -> None:
        """Keep decisions that the strategy has made elsewhere. Raises StrategyError where it made another one here."""
        for decision in decisions:
            x, o, moves = decision
            if (known := self.answers.get((x, o))) is not None:
                require_same(self.strategy, self.game, decision, known)
            elif moves:  # else it is asked here how it breaks the rules
                self.answers[x, o] = moves

    def games_tried(self) -> Iterator[Line | None]:
        """Yield, for each game that is tried, the game if the strategy loses it and it is shorter than the `shortest`
        known, else None.

        A game is lost too where the strategy breaks the rules. Raises what `progress` raises.
        """
        nodes = _FIRST
        while nodes <= _MOST:
            for line in self._round(nodes):
                if line is not None:
                    self.shortest = len(line)
                yield line
            nodes *= _GROWTH

    def asked(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the strategy, none where it breaks the rules; it is asked the first time only."""
        stones = position.x, position.o
        if stones not in self.answers:
            try:
                self.answers[stones] = decided(self.strategy, position)
            except StrategyFault as error:
                self.answers[stones] = ()
                self._faults[position] = FaultAt.of(position, error)
        return self.answers[stones]

    def expect(self, positions: Iterable[Position]) -> None:
        """Let the strategy prepare for those of some positions in which it will be asked."""
        self.strategy.expect(
            [each for each in positions if each.outcome is None and (each.x, each.o) not in self.answers]
        )

    def fault(self, line: Line) -> FaultAt | None:
        """Return the fault with which a line ends, if the strategy breaks the rules there."""
        *_, last = positions_after(self.game, line)
        return self._faults.get(last)

    def by_values(self, line: Line) -> bool:
        """Return whether exact values led to a win on a line."""
        return any(position in self._exact for position in positions_after(self.game, line))

    def tell(self, plies: int) -> None:
        """Report the progress, in a game of some plies."""
        self._progress(LineProgress(self.games, len(self.answers), plies, self._best, self.shortest))

    def _round(self, nodes: int) -> Iterator[Line | None]:
        """Yield a game lost by the strategy, or None, for each game that is tried."""
        left, seen = _Queue(), set[Position]()
        left.add(0, Position(self.game), ())
        for _ in range(_GAMES):
            start = left.next(seen)
            if start is None:
                return
            self.games += 1
            self.tell(len(start.line))
            yield self._play(start, nodes, left, seen)

    def _play(self, start: _LeftOut, nodes: int, left: "_Queue", seen: set[Position]) -> Line | None:
        """Play a game to its end, if the opponent can still win it; return it if the strategy loses."""
        position, line, cost = start.position, start.line, start.cost
        while position.outcome is None and self.fullest_lines(position)[0] <= self._moves_left(position):
            if position.side is self.seat:
                if not (moves := self.asked(position)):
                    return line
                move, *others = moves
                costs = {other: cost + later for later, other in enumerate(others, start=1)}
            else:
                if position in seen:
                    return None
                seen.add(position)
                advice = self._advice(position, nodes)
                move, cost = advice.move, -advice.score
                costs = {other: -score for other, score in advice.scores.items() if other != move}
            for other, its_cost in costs.items():
                left.add(its_cost, position.play(other), (*line, other))
            position, line = position.play(move), (*line, move)
            self.tell(len(line))
        if not start.line:
            self.main_line = line
        lost = position.outcome is not None and position.outcome.winner is self.seat.opponent
        return line if lost else None

    def _advice(self, position: Position, nodes: int) -> Advice:
        advice = self._adviser(position, nodes)
        self._best = max(self._best, advice.score)
        if advice.exact:
            self._exact.add(position)
        return advice

    def fullest_lines(self, position: Position) -> tuple[int, int]:
        """Return how many stones are lacking on a line with which the strategy loses, where the fewest are, more than k
        where there is no such line; and the free cells of these lines."""
        own, theirs = position.boards(self._completes)
        fewest, cells = self.game.k + 1, 0
        for mask in self.game.line_masks:
            if not mask & theirs:
                free = mask & ~own
                missing = free.bit_count()
                if missing < fewest:
                    fewest, cells = missing, free
                elif missing == fewest:
                    cells |= free
        return fewest, cells

    def _moves_left(self, position: Position) -> int:
        """Return how many moves the side that completes lines has left until a game is as long as the shortest one
        known."""
        end = self.game.cells if self.shortest is None else self.shortest - 1
        return (end - position.ply + (position.side is self._completes)) // 2


class _Queue:
    """The positions that were left out, the most promising first; of equal ones the earliest."""

    def __init__(self) -> None:
        self._heap: list[_LeftOut] = []
        self._number = count()

    def add(self, cost: int, position: Position, line: Line) -> None:
        """Add a position where the game may be over, and the moves that lead to it."""
        heappush(self._heap, _LeftOut(cost, next(self._number), position, line))

    def next(self, seen: set[Position]) -> _LeftOut | None:
        """Take out the first one that was not seen, or None."""
        while self._heap:
            first = heappop(self._heap)
            if first.position not in seen:
                return first
        return None


def shorter_line(search: LineSearch, plies: int) -> Line | None:
    """Return a game of at most some plies that the strategy loses, or None if there is none: all of them are tried.

    Against a strategy that is known to obey the rules a move of the opponent's is left out where it has too few moves
    left to complete a line; another one may break the rules after any move. Raises what the search's `progress` raises.
    (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985.)
    """
    failed = set[Position]()

    def lost(position: Position, line: Line) -> Line | None:
        if len(line) > plies or position in failed:
            return None
        if position.outcome is not None:
            return line if position.outcome.winner is search.seat.opponent else None
        search.tell(len(line))
        if position.side is search.seat:
            if not (moves := search.asked(position)):
                return line
            after = [(move, position.play(move)) for move in moves]
        else:
            after = [(move, position.play(move)) for move in _useful(search, position, plies)]
            search.expect(below for _, below in after)
        for move, below in after:
            if (longer := lost(below, (*line, move))) is not None:
                return longer
        if len(failed) < _KEPT:
            failed.add(position)
        return None

    return lost(Position(search.game), ())


def _useful(search: LineSearch, position: Position, plies: int) -> Sequence[Move]:
    """Return the opponent's moves after which it may win in time: those on its fullest lines first."""
    moves = position.legal_moves
    if not (search.strategy.obeys_rules and search.game.line_wins):
        return moves
    left, (missing, fullest) = (plies - position.ply + 1) // 2, search.fullest_lines(position)
    if missing > left:
        return []
    first = [move for move in moves if fullest >> move & 1]
    return first if missing == left else first + [move for move in moves if not fullest >> move & 1]

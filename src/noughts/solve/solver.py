"""The value of any position: by enumeration if it is small, else from a table, by static arguments, or by search.

A table of the game answers at once, if there is one. Without one, two questions give the value: can the side to move
force a line, and can the other side? Each is answered by the first of these that can:

1. strategy stealing: the second player forces no line on the empty board, as an extra stone never hurts (in an exact
   game it may: no such argument there);
2. the potential, or pairs found by a bounded search, keep the side from a line (module `pairs`);
3. several searches in turns (module `portfolio`): threats, the weak game and depth-first search (in plain Python alone
   in an exact game).

With gravity and in a misere game none of these arguments holds. Where stones fall the value is found by a search for
that alone (`gravity`), and of the first plies of connect-four it is in a book; in a misere game by alpha-beta
(`alpha_beta`).
Where the budget is spent first, a theorem that is proved in Coq may give the value of an empty board (`theorems`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING

from noughts import jit
from noughts.core import show
from noughts.core.budget import UNLIMITED, Budget, Meter, Progress
from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side, completing
from noughts.core.value import MoveValues, Truth, Value, ended
from noughts.errors import LimitExceeded
from noughts.extras import has_extra
from noughts.solve.minimax import Plain, is_small
from noughts.solve.pairs import find_pairs
from noughts.solve.table_folder import FolderTables
from noughts.solve.theorems import theorem_on
from noughts.words import Said, Words, together

if TYPE_CHECKING:
    from noughts.solve.alpha_beta import AlphaBeta
    from noughts.solve.checkpoint import Arrays, Checkpoint
    from noughts.solve.gravity.gravity_search import GravitySearch
    from noughts.solve.portfolio import OpenLog, Portfolio
    from noughts.solve.search_engine import SearchEngine
    from noughts.solve.tables.lookup import Table

_PAIRING_STEPS = 200  # of the bounded search for pairs
_STATIC = ("potential bound", "pairing strategy")
_SECONDS = 5.0  # for the values of all moves of one position, by search
MOST_CELLS = 20  # no table of a larger board fits the memory
RETROGRADE = "noughts.solve.tables.retrograde"  # compiled code, imported when it is needed and ready

_Report = Callable[[Progress], None]
_Answer = tuple[bool, str]  # whether a side can force a line, and the argument that decided


@dataclass(frozen=True)
class Solution:
    """The result for a position: its value for the side to move, and the moves that keep it.

    Either is None if it was not asked for, or not found within the budget; `unknown` then has the reason. `arguments`
    name what decided. `proofs`: the search that has answered whether a side forces a line, where a certificate can be
    written from it; until the solver is asked again.
    """

    position: Position
    value: Value | None
    moves: Moves | None = None
    arguments: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    unknown: str = field(default="", compare=False)
    proofs: Mapping[Side, "SearchEngine"] = field(default_factory=dict, compare=False, repr=False)

    def _repr_html_(self) -> str:
        """What a notebook shows: the value, how it was found, and the moves that keep it on the board."""
        title = f"{self.position.side}: {self.value or f'unknown ({self.unknown})'}"
        facts = [("decided by", ", ".join(self.arguments)), ("nodes", self.nodes), ("seconds", f"{self.seconds:.3f}")]
        return show.report(title, facts, show.picture(self.position, chosen=self.moves or ()))


def solve(
    position: Position,
    budget: Budget = UNLIMITED,
    *,
    distance: bool = False,
    moves: bool = True,
    report: _Report = lambda progress: None,
    tables: Truth | None = None,
) -> Solution:
    """Return the value of a position, and with `moves` all moves that keep it.

    With `distance` a win or a loss has the plies to the end under best play, and the moves keep these too. What is not
    found within the budget is None, never a draw. `tables` returns the value of every move from tables, or raises
    LimitExceeded; it is asked before a search.

    >>> from noughts.core.game import Game
    >>> solution = solve(Position(Game(3, 3, 3)))
    >>> str(solution.value), len(solution.moves or ())
    ('draw', 9)
    """
    return Solver(budget, report, tables=tables).solve(position, distance=distance, moves=moves)


class Solver:
    """Solves positions, one after the other, each within the budget. Answers and searches are kept for the next one.

    Several threads may use one solver. `tables`: see `solve`. `checkpoint`: where a long search is saved, and continued
    from. `open_log`: opens a file for the log of the weak game's search, from which a certificate can be written.
    """

    def __init__(
        self,
        budget: Budget = UNLIMITED,
        report: _Report = lambda progress: None,
        checkpoint: "Checkpoint | None" = None,
        tables: Truth | None = None,
        open_log: "OpenLog | None" = None,
    ) -> None:
        self.budget, self.report, self.checkpoint, self.tables = budget, report, checkpoint, tables
        self.open_log = open_log
        self.plain = Plain()
        self.answers: dict[tuple[Position, Side], _Answer] = {}
        self._portfolios: dict[tuple[Game, Side], Portfolio] = {}
        self._searches: dict[Game, GravitySearch | AlphaBeta] = {}
        self._computed: Table | None = None
        self._searched_game: Game | None = None

    def solve(
        self, position: Position, *, distance: bool = False, moves: bool = True, budget: Budget | None = None
    ) -> Solution:
        """Return the solution of a position; see the function `solve`. `budget`: if not the solver's."""
        call, value, unknown = _Call(self, Meter(budget or self.budget)), None, ""
        try:
            value = call.value(position, distance)
            if value.result and not distance:  # small positions are enumerated, which gives the distance too
                value = Value(value.result)
            arguments = tuple(dict.fromkeys(call.arguments))
        except LimitExceeded as limit:
            value, arguments = _by_theorem(position, distance)
            unknown = "" if value else str(limit)
        solution = Solution(
            position, value, None, arguments, call.meter.nodes, call.meter.seconds, unknown, call.proofs
        )
        return self.with_moves(solution, budget) if moves else solution

    def with_moves(self, solution: Solution, budget: Budget | None = None) -> Solution:
        """Return a solution with the moves that keep its value, within what it has left of the budget.

        It has no proofs: the searches are asked about the moves.
        """
        solution = replace(solution, proofs={})
        if solution.value is None:
            return solution
        call, kept, unknown = _Call(self, Meter(budget or self.budget, solution.nodes, solution.seconds)), None, ""
        try:
            kept = Moves(solution.position.game, call.keeping(solution))
        except LimitExceeded as limit:
            unknown = str(limit)
        return replace(solution, moves=kept, unknown=unknown, nodes=call.meter.nodes, seconds=call.meter.seconds)

    def value(self, position: Position, *, distance: bool = False) -> Value:
        """Return the value for the side to move; without `distance` it may lack its distance. Raises LimitExceeded."""
        return _Call(self, Meter(self.budget)).value(position, distance)

    def values(
        self,
        position: Position,
        *,
        distance: bool = False,
        budget: Budget | None = None,
        progress: Callable[[int], None] = lambda known: None,
    ) -> MoveValues:
        """Return what each move is worth to the side to move, as far as that is found within the budget.

        `progress` gets the number of moves whose values are known.
        """
        return _Call(self, Meter(budget or self.budget)).values(position, distance, progress)

    def forces(self, position: Position, side: Side) -> bool:
        """Return whether a side can force a line, whichever side is to move. Raises LimitExceeded."""
        return _Call(self, Meter(self.budget)).forces(position, side)

    def tabulated(self, position: Position, *, distance: bool = False) -> Mapping[Move, Value] | None:
        """Return the value of every legal move from the tables; None if they lack it, or with `distance` a distance.

        A small position is not looked up: its enumeration takes less than a table to open.
        """
        if self.tables is None or is_small(position):
            return None
        try:
            known = self.tables(position)
        except LimitExceeded:
            return None
        return None if distance and any(value.distance is None for value in known.values()) else known

    def known(self, position: Position) -> Mapping[Move, Value]:
        """Return what every move is worth, where that is known at once: by enumeration, or from a table.

        Raises LimitExceeded, with the reasons.

        >>> from noughts.board_text.position_text import parse_position
        >>> Solver().known(parse_position("XX./OO./..."))[2]
        Value(result=1, distance=1)
        """
        return _first(position, self._at_once(position.game))

    def truth(self, position: Position, budget: Budget | None = None) -> Mapping[Move, Value]:
        """Return what every move is worth: known at once, from a table computed in memory, or by search.

        If the budget suffices for the results alone, they have no distances. Raises LimitExceeded, with the reasons.

        >>> max(Solver().truth(Position(Game(4, 4, 4))).values()).word
        'draw'
        """
        meter = Meter(budget or self.budget)

        def searched(position: Position) -> Mapping[Move, Value]:
            if self._searched_game != position.game:  # one at a time, so that the limit of the memory holds
                self._searched_game = position.game
                self.answers.clear()
                self._portfolios.clear()
            plain = self.values(position, budget=meter.left)
            if plain.unknown:
                raise LimitExceeded(plain.unknown)
            timed = self.values(position, distance=True, budget=meter.left)
            return plain.values if timed.unknown else timed.values

        return _first(position, (*self._at_once(position.game), self._in_memory, searched))

    def _at_once(self, game: Game) -> Iterator[Truth]:
        yield self.plain.values
        if not game.cells_stay_open:
            yield _booked_moves
        if self.tables is not None:
            yield self.tables

    def _in_memory(self, position: Position) -> Mapping[Move, Value]:
        """Return the values in a table of the whole game, computed once. Raises LimitExceeded without compiled code."""
        game = position.game
        if game.options:
            raise LimitExceeded(Said("error.no-tables"))
        if game.cells > MOST_CELLS:
            raise LimitExceeded(Said("error.table-too-large", {"game": game}))
        if jit.prepare(RETROGRADE):
            raise LimitExceeded(Said("error.being-compiled"))
        if not has_extra("fast"):
            raise LimitExceeded(Said("error.needs-numba"))
        if self._computed is None or self._computed.game != game:
            self._computed = None  # one table at a time, so that the limit of the memory holds
            self._computed = import_module(RETROGRADE).solve_all(game).table
        return self._computed.values(position)

    @contextmanager
    def search(self, game: Game) -> "Iterator[GravitySearch | AlphaBeta]":
        """Lend the search for a game where blocking does not suffice, with what it has learned, to one call.

        Another call at the same time gets a new one.
        """
        search = self._searches.pop(game, None)
        if search is None:
            self._searches.clear()  # one table at a time, so that the limit of the memory holds
            search = general_search(game)
        try:
            yield search
        finally:
            self._searches[game] = search

    @contextmanager
    def _portfolio(self, game: Game, side: Side) -> "Iterator[Portfolio]":
        """Lend the searches for one side of a game to one call; another call at the same time gets new ones."""
        portfolio = self._portfolios.pop((game, side), None)
        if portfolio is None:
            module = import_module("noughts.solve.portfolio")  # no small answer waits for it
            portfolio = module.Portfolio(game, side, self.budget, self.open_log)
        try:
            yield portfolio
        finally:
            self._portfolios[game, side] = portfolio


class _Call:
    """One call of a solver: what it has spent, and the arguments that have decided."""

    def __init__(self, solver: Solver, meter: Meter) -> None:
        self.solver, self.meter = solver, meter
        self.arguments: list[str] = []
        self.proofs: dict[Side, SearchEngine] = {}

    def value(self, position: Position, distance: bool) -> Value:
        """Return the value for the side to move. Raises LimitExceeded."""
        if _is_walked(position):
            self.arguments.append("rules" if position.outcome is not None else "all positions walked")
            return self.solver.plain.value(position)
        if not position.game.blocking_suffices:
            if (booked := _booked(position)) is not None:
                self.arguments.append("opening book")
                return booked
            with self.solver.search(position.game) as search:
                self.arguments.append(search.name)
                before = search.nodes
                try:
                    return search.value(position, self.meter.left, distance=distance)
                finally:
                    self.meter.nodes += search.nodes - before
        side = position.side
        if (known := self.solver.tabulated(position)) is not None:
            self.arguments.append("table")
            best = max(known.values())
            if not distance or best.distance is not None:
                return best
            return Value(best.result, self._distance(position, side if best.result > 0 else side.opponent))
        for winner, result in ((side, 1), (side.opponent, -1)):
            if self.forces(position, winner):
                return Value(result, self._distance(position, winner) if distance else None)
        return Value(0, position.empty.bit_count())

    def values(
        self, position: Position, distance: bool, progress: Callable[[int], None] = lambda known: None
    ) -> MoveValues:
        """Return what each move is worth to the side to move, as far as that is found.

        What ends at once comes first. Of the others each has an even share of the time; those that it did not suffice
        for have what is left.
        """
        if (tabulated := self.solver.tabulated(position, distance=distance)) is not None:
            return MoveValues(dict(tabulated))
        if _is_walked(position):
            return MoveValues(self.solver.plain.values(position))
        children = {move: position.play_unchecked(move).canonical() for move in position.legal_moves}
        known = {child: value for child in set(children.values()) if (value := _ending(child)) is not None}
        unknown = ""
        for is_shared in (True, False):
            waiting = [child for child in dict.fromkeys(children.values()) if child not in known]
            for number, child in enumerate(waiting):
                progress(sum(child in known for child in children.values()))
                try:
                    self.meter.check()  # what is answered without a search has no look at the clock
                    known[child] = self._within(1 / (len(waiting) - number) if is_shared else 1.0, child, distance)
                except LimitExceeded as limit:
                    unknown = str(limit)
        values = {move: known[child].parent() for move, child in children.items() if child in known}
        return MoveValues(values, unknown if len(values) < len(children) else "")

    def _within(self, share: float, position: Position, distance: bool) -> Value:
        """Return the value of a position, found within a share of the seconds that are left. Raises LimitExceeded."""
        whole, left = self.meter, self.meter.left
        soft = None if left.seconds is None else left.seconds * share
        self.meter = Meter(replace(left, soft=soft))
        try:
            return self.value(position, distance)
        finally:
            whole.nodes += self.meter.nodes
            self.meter = whole

    def keeping(self, solution: Solution) -> tuple[Move, ...]:
        """Return the moves that keep the value (with a distance, at the same distance). Raises LimitExceeded."""
        position, value = solution.position, solution.value
        assert value is not None
        timed = value.result != 0 and value.distance is not None
        at_once = value.result == 0 and position.game.blocking_suffices
        if (value.result < 0 and not timed) or (at_once and _safe_at_once(solution)):
            return position.legal_moves
        known = self.values(position, timed)
        if known.unknown:
            raise LimitExceeded(known.unknown)
        worth = known.values
        if not timed:
            return tuple(move for move, each in worth.items() if each.result == value.result)
        return tuple(move for move, each in worth.items() if each == value)

    def forces(self, position: Position, side: Side) -> bool:
        """Return whether a side can force a line, whichever side is to move. Raises LimitExceeded."""
        key, answers = (position.canonical(), side), self.solver.answers
        if key not in answers:
            answers[key] = self._ask(position, side)
        forces, argument = answers[key]
        self.arguments.append(argument)
        return forces

    def _ask(self, position: Position, side: Side) -> _Answer:
        if not position.ply and side is Side.O and position.game.extra_stone_never_hurts:
            return False, "strategy stealing"
        own, theirs = position.boards(side)
        pairs = find_pairs(position.game, own, theirs, position.side is side, _PAIRING_STEPS)
        if pairs is not None:
            return False, _STATIC[bool(pairs)]
        with self.solver._portfolio(position.game, side) as portfolio:
            return self._search(portfolio, position, side)

    def _search(self, portfolio: "Portfolio", position: Position, side: Side) -> _Answer:
        saved, report = self.solver.checkpoint, self.solver.report
        if saved is None:
            finish = portfolio.run(position, self.meter, report)
        elif known := saved.answers.get((str(position), side.value)):
            return known
        else:

            def save(arrays: "Callable[[], Arrays]", last: bool) -> None:
                if last:
                    saved.write(position, side, arrays())
                else:
                    saved.offer(position, side, arrays)

            finish = portfolio.run(position, self.meter, report, save, saved.resume(position, side))
            saved.answer(position, side, finish.forces, finish.engine)
            saved.write()
        if finish.proof is not None:
            self.proofs[side] = finish.proof
        return finish.forces, finish.engine

    def _distance(self, position: Position, winner: Side) -> int:
        engine = import_module("noughts.solve.portfolio").strong_engine
        distance: int | None = engine(position.game, winner, self.meter.budget.memory).distance(position, self.meter)
        assert distance is not None
        return distance


def general_search(game: Game) -> "GravitySearch | AlphaBeta":
    """Return the quickest search for a game where blocking does not suffice."""
    gravity = import_module("noughts.solve.gravity.gravity_search")
    alpha_beta = import_module("noughts.solve.alpha_beta")
    # On a board that no compiled code takes, compiled alpha-beta is quicker than the other search in plain Python.
    if gravity.suits(game) and (gravity.compiles(game) or not alpha_beta.compiles(game)):
        return gravity.GravitySearch(game)  # type: ignore[no-any-return]
    return alpha_beta.AlphaBeta(game, compiled=True)  # type: ignore[no-any-return]


def _is_walked(position: Position) -> bool:
    """Return whether all positions below one are walked for its value: where stones fall the search takes far fewer."""
    if position.outcome is None and not position.game.cells_stay_open:
        if import_module("noughts.solve.gravity.gravity_search").suits(position.game):
            return False
    return is_small(position)


def _booked(position: Position) -> Value | None:
    if position.game.cells_stay_open:
        return None
    book = import_module("noughts.solve.gravity.book").shipped_book()
    return book.value(position)  # type: ignore[no-any-return]


def _booked_moves(position: Position) -> Mapping[Move, Value]:
    """Return what every move is worth, from the book. Raises LimitExceeded."""
    values = dict[Move, Value]()
    for move in position.legal_moves:
        if (value := _booked(position.play_unchecked(move))) is None:
            raise LimitExceeded(Said("error.not-in-book", {"game": position.game}))
        values[move] = value.parent()
    return values


def _safe_at_once(solution: Solution) -> bool:
    """Return whether the other side could not force a line even with two moves in a row.

    Then every move keeps a draw. On the empty board it is shown, with the sides exchanged, where the weak game or pairs
    keep the first player, whose question comes first, from a line.
    """
    position = solution.position
    if not position.ply and solution.arguments[0] in ("weak game", *_STATIC):
        return True
    own, theirs = position.boards(position.side.opponent)
    return find_pairs(position.game, own, theirs, True, _PAIRING_STEPS) is not None


def _by_theorem(position: Position, distance: bool) -> tuple[Value | None, tuple[str, ...]]:
    """Return the value that a theorem gives, and its name; it has no distance of a win."""
    theorem = theorem_on(position)
    if theorem is None or theorem.result is None or (distance and theorem.result):
        return None, ()
    return Value(theorem.result, None if theorem.result else position.empty.bit_count()), (f"theorem {theorem.name}",)


def _ending(position: Position) -> Value | None:
    """Return the value of a game that is over, or that the side to move wins at once."""
    if position.outcome is not None:
        return ended(position)
    wins = position.game.line_wins and completing(position.game, position.own, position.playable)
    return Value(1, 1) if wins else None


def _first(position: Position, sources: Iterable[Truth]) -> Mapping[Move, Value]:
    """Return what the first source that does not raise LimitExceeded says. Raises it, with every source's reason."""
    reasons = list[Words]()
    for source in sources:
        try:
            return source(position)
        except LimitExceeded as limit:
            reasons.append(limit.said)
    values = {"position": repr(str(position)), "game": position.game, "reasons": together(reasons)}
    raise LimitExceeded(Said("error.out-of-reach", values))


def exact_solver(seconds: float = _SECONDS) -> Solver:
    """Return the solver of strategies and reviews: it has the user's tables, and some seconds for each position."""
    return Solver(Budget(seconds=seconds), tables=FolderTables().values)

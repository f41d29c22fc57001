"""The opponent in a search for a losing line: exact values where the user has a table of the game, else a search.

With gravity and in a misere game the search for good moves sees nothing: there it is the exact values alone that tell,
as far as they are found (of connect-four's first plies by the book), and else the lines that a move completes or stops.
"""

from collections.abc import Callable, Iterator

from noughts import jit
from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, completes, completing
from noughts.errors import LimitExceeded
from noughts.prove.line_search import Advice, Adviser
from noughts.prove.verdict import SMALL
from noughts.search import kernel_loading, plain_search
from noughts.search.finding import Finding
from noughts.solve.gravity.gravity_search import kernels_for
from noughts.solve.solver import Solver
from noughts.solve.table_folder import FolderTables

_LOADING = 2.0  # seconds to wait for the compiled search, at most; until it is there, plain Python answers
_LEAST = 0.01  # seconds
_SURE = 10_000  # a score above all estimates
_QUICK = 1_000  # nodes of the compiled search where stones fall, for one of the search for good moves


def line_adviser(solver: Solver, game: Game, left: Callable[[], float]) -> Adviser:
    """Return who advises the opponent; `left`: the seconds left."""
    if not game.blocking_suffices:
        return _by_values(solver, left)
    if game.cells > SMALL:
        kernel_loading.is_loaded(min(_LOADING, left()))
    tables, players = FolderTables(), dict[int, Callable[[Position, Budget], Finding]]()

    def advice(position: Position, nodes: int) -> Advice:
        if (winning := _winning(tables, position)) is not None:
            return winning
        finding = searched(position, nodes)
        return Advice(finding.move, finding.score, finding.scores)

    def searched(position: Position, nodes: int) -> Finding:
        seconds = max(_LEAST, left())
        if game.cells <= SMALL or not kernel_loading.is_loaded(0):
            return _in_plain_python(position, nodes, seconds)
        budget = Budget(nodes=nodes, seconds=seconds)
        if nodes not in players:
            players[nodes] = _finder(game, budget)
        return players[nodes](position, budget)

    return advice


def _by_values(solver: Solver, left: Callable[[], float]) -> Adviser:
    def advice(position: Position, nodes: int) -> Advice:
        scores = dict(_by_lines(position))
        nodes *= _QUICK if not position.game.cells_stay_open and jit.ready(kernels_for(position.game)) else 1
        for move in sorted(scores, key=scores.__getitem__, reverse=True):
            budget = Budget(nodes=nodes, seconds=max(_LEAST, left()))
            value = solver.solve(position.play_unchecked(move), moves=False, budget=budget).value
            if value is not None:
                scores[move] -= _SURE * value.result
            if value is not None and value.result < 0:
                return Advice(move, scores[move], scores, exact=True)
        move = max(scores, key=scores.__getitem__)
        return Advice(move, scores[move], scores)

    return advice


def _by_lines(position: Position) -> Iterator[tuple[Move, int]]:
    """Yield what each move is worth by what it completes, stops and lets the other side do, and by its open lines."""
    game, sign = position.game, 1 if position.game.line_wins else -1
    for move in position.legal_moves:
        own, theirs = position.own | 1 << move, position.theirs
        ends = completes(game, position.own, move) * 4 + completes(game, theirs, move) * 2
        given = len(completing(game, theirs, game.legal(own | theirs)))
        open_lines = sum(not line & theirs for line in game.lines_through[move])
        yield move, sign * (100 * (ends - 3 * given) + open_lines)


def _finder(game: Game, budget: Budget) -> Callable[[Position, Budget], Finding]:
    """Return a search that keeps its table from move to move, so that it finds a win again."""
    player = kernel_loading.load().Searcher(game, budget, keeps=True)

    def find(position: Position, budget: Budget) -> Finding:
        player.budget = budget
        finding: Finding = player.find(position)
        return finding

    return find


def _in_plain_python(position: Position, nodes: int, left: float) -> Finding:
    """Return what the search in plain Python says; it reads no clock while there is time for all nodes."""
    if plain_search.seconds_of(nodes) > left:
        return plain_search.find(position, left)
    return plain_search.find_by_nodes(position, nodes)


def _winning(tables: FolderTables, position: Position) -> Advice | None:
    """Return the move that wins soonest by a table of the user's, if there is one."""
    try:
        values = tables.values(position)
    except LimitExceeded:
        return None
    move = max(values, key=values.__getitem__)
    return Advice(move, exact=True) if values[move].result == 1 else None

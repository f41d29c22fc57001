"""The opponent in a search for a losing line: exact values where the user has a table of the game, else a search.

With gravity and in a misere game the search for good moves sees nothing: there it is the exact values alone that tell,
as far as they are found, and else the lines that a move completes or stops.
"""

from collections.abc import Callable, Iterator

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, completes, completing
from noughts.errors import LimitExceeded
from noughts.prove.line_search import Advice, Adviser
from noughts.search import kernel_loading, plain_search
from noughts.search.finding import Finding
from noughts.solve.solver import Solver
from noughts.solve.table_folder import FolderTables

_LOADING = 2.0  # seconds to wait for the compiled search, at most; until it is there, plain Python answers
_LEAST = 0.01  # seconds
_SURE = 10_000  # a score above all estimates


def line_adviser(game: Game, left: Callable[[], float]) -> Adviser:
    """Return who advises the opponent; `left`: the seconds left."""
    if not game.blocking_suffices:
        return _by_values(left)
    kernel_loading.is_loaded(min(_LOADING, left()))
    tables, players = FolderTables(), dict[int, Callable[[Position, Budget], Finding]]()

    def advice(position: Position, nodes: int) -> Advice:
        return _winning(tables, position) or _estimated(searched(position, nodes))

    def searched(position: Position, nodes: int) -> Finding:
        seconds = max(_LEAST, left())
        if not kernel_loading.is_loaded(0):
            return _in_plain_python(position, nodes, seconds)
        budget = Budget(nodes=nodes, seconds=seconds)
        if nodes not in players:
            players[nodes] = _finder(game, budget)
        return players[nodes](position, budget)

    return advice


def _by_values(left: Callable[[], float]) -> Adviser:
    solver = Solver()

    def advice(position: Position, nodes: int) -> Advice:
        budget = Budget(nodes=nodes, seconds=max(_LEAST, left()))
        values = solver.values(position, budget=budget).values
        lines = dict(_by_lines(position))
        scores = {
            move: lines[move] + (_SURE * values[move].result if move in values else 0) for move in position.legal_moves
        }
        move = max(scores, key=scores.__getitem__)
        return Advice(move, scores[move], scores, exact=move in values and values[move].result == 1)

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


def _estimated(finding: Finding) -> Advice:
    return Advice(finding.move, finding.score, finding.scores)

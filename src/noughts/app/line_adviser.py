"""The opponent in a search for a losing line: exact values where the user has a table of the game, else a search."""

from collections.abc import Callable

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.prove.line_search import Advice, Adviser
from noughts.search import kernel_loading, plain_search
from noughts.search.finding import Finding
from noughts.solve.table_folder import FolderTables

_LOADING = 2.0  # seconds to wait for the compiled search, at most; until it is there, plain Python answers
_LEAST = 0.01  # seconds


def line_adviser(game: Game, left: Callable[[], float]) -> Adviser:
    """Return who advises the opponent; `left`: the seconds left."""
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

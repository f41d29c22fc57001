"""The calls into the package, each with its own import: when a module moves, only this file changes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side

Cells = tuple[Move, ...]


def weak_search(game: Game, maker: int, breaker: int, maker_moves: bool) -> tuple[str, int]:
    """Return the verdict of the weak search and its nodes."""
    from noughts.solve.weak.weak_solver import WeakSolver

    answer = WeakSolver(game).solve(maker, breaker, maker_moves)
    words = {None: "unknown", False: "Breaker holds", True: "Maker wins"}
    return words[answer.forces], answer.nodes


def depth_first(position: Position, attacker: Side) -> tuple[bool | None, int]:
    """Return whether the attacker forces a line, and the nodes."""
    from noughts.solve.strong.strong_search import StrongSearch

    answer = StrongSearch(position.game, attacker, is_compiled=True).ask(position)
    return answer.forces, answer.nodes


def depth_first_within(position: Position, attacker: Side, plies: int) -> tuple[bool | None, int]:
    """Return whether the attacker forces a line within so many plies, and the nodes."""
    from noughts.solve.strong.strong_search import StrongSearch

    answer = StrongSearch(position.game, attacker, is_compiled=True).ask(position, plies)
    return answer.forces, answer.nodes


def threats(position: Position, attacker: Side) -> tuple[bool | None, int]:
    """Return whether threats force a line, and the nodes."""
    from noughts.solve.threat_search import ThreatSearch

    answer = ThreatSearch(position.game, attacker).ask(position)
    return answer.forces or None, answer.nodes


def win_by_fours(position: Position, nodes: int) -> tuple[Cells, int]:
    """Return the win by fours of the side to move (empty: none is found), and the nodes."""
    from noughts.search.fours import new_fours, win_by_fours
    from noughts.search.search_board import board_of

    board, fours = board_of(position), new_fours()
    plies = win_by_fours(board, fours, int(position.side is Side.O), nodes)
    return tuple(fours.line[:plies].tolist()), int(fours.now[0]["nodes"])


def heuristic_search(position: Position, nodes: int, fours: bool) -> Any:
    """Return what the heuristic search finds: move, line, score, depth, nodes, result, by."""
    from noughts.core.budget import Budget
    from noughts.search.player import Searcher

    return Searcher(position.game, Budget(nodes=nodes), fours=fours).find(position)


def static_pairs(game: Game, maker: int, breaker: int, steps: int) -> list[Cells] | None:
    """Return the pairs by which Breaker holds, by the search in plain Python."""
    from noughts.solve.pairs import find_pairs

    pairs = find_pairs(game, maker, breaker, True, steps)
    return None if pairs is None else [*pairs]


def weak_pairs(game: Game, maker: int, breaker: int, steps: int) -> list[Cells] | None:
    """Return the pairs by which Breaker holds, by the search that the weak search uses."""
    from noughts.solve.weak.frame import new_search
    from noughts.solve.weak.line_table import line_table
    from noughts.solve.weak.proof.closing import closing_pairs
    from noughts.solve.weak.weak_solver import labelled

    table = line_table(game, breaker)
    assert table is not None, f"{game} is too large for the weak search"
    search, free = new_search(table), game.full & ~(maker | breaker)
    count = closing_pairs(table, search, labelled(table, maker), labelled(table, free), steps)
    if count < 0:
        return None
    return [tuple(table.board[[pair & 255, pair >> 8]].tolist()) for pair in search.pairs[:count].tolist()]


def strong_pairs(game: Game, maker: int, breaker: int, steps: int) -> list[Cells] | None:
    """Return pairs in all open lines, by the search that the depth-first search uses."""
    from noughts.jit.kernels import compiled
    from noughts.solve.board_words import board_of, mask_of_words
    from noughts.solve.strong.geometry import geometry
    from noughts.solve.strong.pairing import find_pairs, pair_memory

    width, memory, shape = -(-game.cells // 64), pair_memory(game), geometry(game, True)
    count = compiled(find_pairs)(board_of(maker, width), board_of(breaker, width), 1, shape, game.k, memory, steps)
    return None if count < 0 else [cells_of(mask_of_words(words)) for words in memory.chosen[:count]]


def write_table(game: Game, path: Path) -> None:
    """Write the table of a game."""
    from noughts.solve.tables.tabulate import tabulate

    tabulate(game, path, workers=1)


def run_command(arguments: Sequence[str]) -> str:
    """Run a command of the command line in this process and return its standard output."""
    from click.testing import CliRunner

    from noughts.cli.group import noughts

    ran = CliRunner().invoke(noughts, arguments)
    assert ran.exit_code in (0, 1), f"noughts {' '.join(arguments)}: {ran.exception!r} {ran.output}"
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return ran.stdout


def proved_by_default(game: Game) -> list[str]:
    """Return the strategies in the table of `noughts prove`."""
    from noughts.strategies.registry import instant_players

    return list(instant_players(game))

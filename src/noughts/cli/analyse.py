"""`noughts analyse`."""

import click

from noughts.cli.clock import time_left
from noughts.cli.common import GameParam, Ticker, answer, json_option, read_position, say
from noughts.cli.exits import Exit
from noughts.cli.tables import tables_option
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import grid
from noughts.core.position import Position, require_unfinished
from noughts.core.value import Value
from noughts.results.reply_tree import ReplyTreeDocument, reply_tree_document
from noughts.results.values import analysis
from noughts.solve.reply_tree import MOST_FREE, reply_tree
from noughts.solve.solver import Solver
from noughts.solve.table_folder import FolderTables


@click.command()
@click.argument("position", metavar="POSITION")
@click.option("--game", type=GameParam(), help="Columns, rows, how many in a row; a 3x3 board is 3,3,3 without it.")
@click.option("--no-distance", is_flag=True, help="Win, draw or loss only: far less work on large boards.")
@click.option("--tree", is_flag=True, help=f"How the value comes about, step by step; up to {MOST_FREE} free cells.")
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), default=60, show_default=True, help="Time limit."
)
@tables_option
@json_option
def analyse(position: str, game: Game | None, no_distance: bool, tree: bool, seconds: float, as_json: bool) -> None:
    """Print the exact value of every move in POSITION, for the side that makes it: W, D or L with the plies to the end.

    Exit code 3 if the time is up first: an unknown value is shown as ?, never as a draw.
    """
    board = read_position(position, game)
    if tree:
        walk = reply_tree_document(reply_tree(board))
        answer(walk, as_json, lambda: _walk(walk))
    with Ticker() as ticker:

        def show(known: int) -> None:
            ticker.show(lambda passed: f"{known} of {len(board.legal_moves)} moves, {passed:.0f} s")

        require_unfinished(board, "error.nothing-to-analyse")
        solver = Solver(Budget(seconds=time_left(seconds)), tables=FolderTables().values)
        found = solver.values(board, distance=not no_distance, progress=show)
    document = analysis(board, found.values, found.unknown)
    code = Exit.UNKNOWN if found.unknown else Exit.ANSWERED
    answer(document, as_json, lambda: _report(board, found.values, found.unknown), code)


def _report(board: Position, values: dict[int, Value], reason: str) -> None:
    def text(cell: int) -> str:
        if (stone := board.stone(cell)) is not None:
            return str(stone)
        return values[cell].short if cell in values else "?"

    say(grid(board.game, [text(cell) for cell in range(board.game.cells)]))
    say()
    if values and not reason:
        best = max(values.values())
        moves = " ".join(board.game.name(move) for move, value in values.items() if value == best)
        say(f"{board.side} to move: {best} with {moves}")
    say(reason or "W win, D draw, L loss for the side to move, with the plies to the end")


def _walk(tree: ReplyTreeDocument) -> None:
    """Print the sentence of each step, indented by how deep in the tree it is."""
    depths: list[int] = []
    for node in tree.nodes:
        depths.append(0 if node.parent is None else depths[node.parent] + 1)
    for step in tree.steps:
        say("  " * depths[step.node] + step.words)

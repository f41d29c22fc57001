"""`noughts solve`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Never, TypeVar

import click

from noughts.cli.clock import require_time, time_left
from noughts.cli.common import (
    GameParam,
    SizeParam,
    Ticker,
    answer,
    compiling,
    read_position,
    require_folder,
    say,
)
from noughts.cli.exits import Exit
from noughts.cli.options import json_option, option, options
from noughts.cli.tables import tables_option
from noughts.core.budget import Budget, Progress
from noughts.core.game import Game
from noughts.core.notation import STANDARD, diagram, grid
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.solve.solver import Solution, Solver
from noughts.solve.solver import solve as solution_of
from noughts.solve.table_folder import FolderTables
from noughts.solve.theorems import PAGE, theorem_on

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.lessons.reply_tree import ReplyTree
    from noughts.results.values import SolutionResult


_T = TypeVar("_T")
_MOVES_SECONDS = 60.0  # for the values of all moves
_PLIES = 8  # of the search that names a move where the value is not known: a tenth of a second
_MARKS = frozenset("XxOo._-|·12 ")  # of a position that is written in one line; 1_ or 2_ is the side to move


@dataclass(frozen=True)
class Wanted:
    """What is found besides the value."""

    distance: bool | None = option(
        "Also find the plies to the end; moves must keep them too.  [default: with --moves]",
        "--distance/--no-distance",
        default=None,
        show_default=False,
    )
    value_only: bool = option("Do not search for the moves that keep the value.")
    moves: bool = option("The value of every move.")
    tree: bool = option("How the value comes about, step by step, where few cells are free.")

    def check(self, files: "SolutionFiles") -> None:
        """Raise UsageError where the value of every move, or the tree, is asked for with what these do not have."""
        given = {"--value-only": self.value_only, "--certificate": files.certificate, "--checkpoint": files.checkpoint}
        if self.moves or self.tree:
            for name, value in given.items():
                if value:
                    raise click.UsageError(f"{'--tree' if self.tree else '--moves'} has no {name}")


@dataclass(frozen=True)
class SearchLimits:
    """The limits of a search."""

    nodes: int | None = option("Node limit.", type=click.IntRange(min=1))
    seconds: float | None = option(
        f"Time limit.  [default: {_MOVES_SECONDS:g} with --moves]", type=click.FloatRange(min=0, min_open=True)
    )
    memory: int = option("For each table of a search.", type=SizeParam(), default="1GiB")
    workers: int = option("Threads.", type=click.IntRange(min=1), default=1)

    @property
    def budget(self) -> Budget:
        """What is left of the limits: the time counts from the start of the command."""
        return Budget(self.nodes, None if self.seconds is None else time_left(self.seconds), self.memory, self.workers)


@dataclass(frozen=True)
class SolutionFiles:
    """The files of a solution."""

    certificate: "Path | None" = option("Write a proof that `noughts check` can check.", metavar="FILE")
    checkpoint: "Path | None" = option("Save a long search to FILE, and resume it from there.", metavar="FILE")


def _of_game_or_position(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument that is a game or a position, `--game` and `--position`: the command takes a game and a text."""

    @wraps(command)
    def run(*arguments: Any, game_or_position: str | None, game: Game | None, text: str | None, **options: Any) -> Any:
        if game_or_position is not None and (game is not None or _is_position(game_or_position)):
            text = _only(game_or_position, text, "POSITION and --position")
        elif game_or_position is not None:
            game = Game.from_text(game_or_position)
        return command(*arguments, game=game, text=text, **options)

    of_game = click.option("--game", type=GameParam(), help="The game of a position; a 3x3 board is 3,3,3 without it.")
    at = click.option("--position", "text", metavar="POSITION", help="A position of the game, as XX./.../O..")
    return click.argument("game_or_position", metavar="[GAME|POSITION]", required=False)(of_game(at(run)))


def _is_position(text: str) -> bool:
    """Return whether a text is more like a position than like a game."""
    several_rows = any(mark in text.strip() for mark in ("/", "\n", "\\n", "[", "{"))
    return several_rows or not text.isascii() or text.count(",") > 2 or not set(text) - _MARKS


def _only(given: _T, other: _T | None, both: str) -> _T:
    """Return what was given once. Raises UsageError."""
    if other is not None:
        raise click.UsageError(f"{both} say the same: name one")
    return given


@click.command()
@_of_game_or_position
@options(Wanted, "wanted")
@options(SearchLimits, "limits")
@options(SolutionFiles, "files")
@tables_option
@json_option
def solve(
    game: Game | None,
    text: str | None,
    wanted: Wanted,
    limits: SearchLimits,
    files: SolutionFiles,
    as_json: bool,
) -> Never:
    """Solve the empty board of GAME (as 5,5,4), or POSITION (as XX./.../O.., with --game also its moves where stones
    fall, as 4453): win, draw or loss for the side to move, and the arguments that prove it.

    With --moves: the exact value of every move, for the side that makes it: W, D or L with the plies to the end.

    Exit code 0 with a value; 3 if the budget is spent first: then the value is unknown, which is not a draw.
    """
    wanted.check(files)
    position = Position(game or STANDARD) if text is None else read_position(text, game)
    if wanted.tree:
        from noughts.lessons.reply_tree import reply_tree  # only this needs its classes

        walk = reply_tree(position)
        answer(walk, as_json, lambda: _show_tree(walk))
    if wanted.moves:
        _answer_moves(position, limits, wanted.distance is not False, as_json)
    require_folder(files.certificate, "--certificate")
    require_folder(files.checkpoint, "--checkpoint")
    with Ticker() as ticker:
        solution = _solve(position, wanted, limits, files, ticker)
    code = Exit.UNKNOWN if solution.value is None else Exit.ANSWERED

    def document() -> "SolutionResult":
        from noughts.results.values import solution_result  # only JSON needs its class

        return solution_result(solution)

    answer(document, as_json, lambda: _report(solution), code)


def _answer_moves(board: Position, limits: SearchLimits, distance: bool, as_json: bool) -> Never:
    """Print the value of every move; where the time is up first, those that are known."""
    from noughts.results.values import exact_values  # takes longer than a small answer

    with Ticker() as ticker:

        def show(known: int) -> None:
            ticker.show(lambda passed: f"{known} of {len(board.legal_moves)} moves, {passed:.0f} s")

        budget = replace(limits.budget, seconds=time_left(limits.seconds or _MOVES_SECONDS))
        move_values = Solver(budget, tables=FolderTables().values).values(board, distance=distance, progress=show)
    code = Exit.UNKNOWN if move_values.unknown else Exit.ANSWERED
    document = exact_values(board, move_values.values, move_values.unknown)
    answer(document, as_json, lambda: _show_moves(board, move_values.values, move_values.unknown), code)


def _solve(position: Position, wanted: Wanted, limits: SearchLimits, files: SolutionFiles, ticker: Ticker) -> Solution:
    budget = limits.budget

    def show(progress: Progress) -> None:
        ticker.show(lambda _: _words(progress))

    def show_entries(entries: int) -> None:
        ticker.show(lambda _: f"certificate: {entries:,} entries")

    def show_compiling(what: str) -> None:
        require_time(limits.seconds, f", no certificate: {what} is still being compiled; ask again in a minute")
        ticker.show(lambda passed: compiling(what, passed))

    distance, moves, tables = bool(wanted.distance), not wanted.value_only, FolderTables().values
    if files.certificate is None and files.checkpoint is None:
        return solution_of(position, budget, distance=distance, moves=moves, report=show, tables=tables)
    from noughts.app.compilation import wait_for_kernels
    from noughts.solve.saved_solution import SolutionProgress, solve_with_files  # takes longer than a small answer

    return solve_with_files(
        position,
        budget,
        certificate=files.certificate,
        checkpoint=files.checkpoint,
        distance=distance,
        moves=moves,
        tables=tables,
        progress=SolutionProgress(show, show_entries, partial(wait_for_kernels, progress=show_compiling)),
    )


def _report(solution: Solution) -> None:
    """Print a solution."""
    position, value = solution.position, solution.value
    if position.ply:
        say(diagram(position))
    what = "unknown" if value is None else str(value)
    say(click.style(f"{position.game}, {position.side} to move: {what}", bold=True))
    if solution.unknown:
        say(f"  {'' if value is None else 'best moves: '}{solution.unknown}")
    if value is None and (move := _looking_ahead(position)):
        say(f"  {move}")
    if solution.arguments:
        say(f"  closed by:  {', '.join(solution.arguments)}")
    theorem = theorem_on(position)
    if theorem and (value is None or theorem.result is not None):
        say(f"  theorem:    {theorem} ({theorem.name}, {PAGE})")
    if solution.moves:
        every = len(solution.moves) == len(position.legal_moves)
        say(f"  best moves: {'every move' if every else solution.moves}")
    say(f"  {solution.nodes:,} nodes, {solution.seconds:.3f} s")


def _words(progress: Progress) -> str:
    speed = progress.nodes / max(progress.seconds, 1e-6)
    left = progress.seconds * (1 - progress.share) / progress.share if progress.share > 0.01 else None
    rest = "" if left is None else f", about {left:,.0f} s left"
    return (
        f"{progress.engine}: {progress.share:.0%} of the root, {progress.nodes:,} nodes, {speed:,.0f}/s, "
        f"table {progress.fill:.0%} full{rest}"
    )


def _show_moves(board: Position, values: dict[int, Value], reason: str) -> None:
    def text(cell: int) -> str:
        if (stone := board.stone(cell)) is not None:
            return str(stone)
        unknown = "?" if board.playable >> cell & 1 else "."
        return values[cell].short if cell in values else unknown

    say(grid(board.game, [text(cell) for cell in range(board.game.cells)]))
    say()
    if values and not reason:
        best = max(values.values())
        moves = " ".join(board.game.name(move) for move, value in values.items() if value == best)
        say(f"{board.side} to move: {best} with {moves}")
    say(reason or "W win, D draw, L loss for the side to move, with the plies to the end")
    if reason and not any(value.result > 0 for value in values.values()) and (move := _looking_ahead(board)):
        say(move)


def _looking_ahead(position: Position) -> str:
    """Return which move a short search takes where the value is not known; nothing where it plays no such game."""
    from random import Random  # a small answer needs neither

    from noughts.strategies.lookahead import Lookahead

    search = Lookahead(plies=_PLIES)
    if not search.supports(position.game):
        return ""
    move = position.game.name(search.decide(position, Random(0)).moves[0])
    return f"a search {_PLIES} plies ahead, which proves nothing, takes {move}"


def _show_tree(tree: "ReplyTree") -> None:
    """Print the sentence of each step, indented by how deep in the tree it is."""
    depths: list[int] = []
    for node in tree.nodes:
        depths.append(0 if node.parent is None else depths[node.parent] + 1)
    for step in tree.steps:
        say("  " * depths[step.node] + str(step.sentence))

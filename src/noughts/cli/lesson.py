"""`noughts lesson`."""

import secrets
from functools import partial

import click

from noughts.app.explanation import known_values
from noughts.app.lessons import document_of
from noughts.cli.common import answer, say
from noughts.cli.exits import Exit
from noughts.cli.options import json_option
from noughts.cli.tables import tables_option
from noughts.core.notation import diagram, parse_cell
from noughts.errors import IllegalMoveError, NotationError
from noughts.lessons import GRADES, OnlyMove, refutation
from noughts.lessons import lesson as make
from noughts.terminal.line_mode import read_line

_SEEDS = 1_000_000  # to draw from
_QUIT = ("q", "quit", "exit")


@click.command()
@click.argument("grade", default="win")
@click.option("--seed", type=int, help="Gives the same lesson again; drawn by default.")
@click.option("--list", "listing", is_flag=True, help="List the grades.")
@tables_option
@json_option
@click.pass_context
def lesson(ctx: click.Context, grade: str, seed: int | None, listing: bool, as_json: bool) -> None:
    """Find the only move: a position of a GRADE in which exactly one move is right.

    A wrong answer is refuted by a line, and you may try again; quit ends. Exit code 1 if the last answer was wrong.
    """
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    if listing:
        lines = [f"{grade.name:<13} {' and '.join(grade.games):<16} {grade.about}" for grade in GRADES.values()]
        answer([*GRADES.values()], as_json, partial(say, "\n".join(lines)))
    task = make(grade, seed, known_values())
    if as_json:
        answer(document_of(task), as_json, lambda: None)
    ctx.exit(_ask(task))


def _ask(task: OnlyMove) -> Exit:
    """Show the position and ask until the answer is right or the input ends; return the exit code."""
    last = task.moves[-1:]
    say(f"{task.game}, lesson {task.grade}, seed {task.seed}\n\n{diagram(task.position, last)}\n\n{task.question}")
    code = Exit.ANSWERED
    while True:
        try:
            line = read_line("your move: ")
        except EOFError:
            return code
        if line.lower() in _QUIT:
            return code
        try:
            move = parse_cell(task.game, line)
            task.position.play(move)
        except (NotationError, IllegalMoveError) as error:
            say(str(error))
            continue
        if move == task.answer:
            why = " ".join(map(str, task.why))
            say(f"Right. {why}\nThe next one: noughts lesson {task.grade} --seed {(task.seed or 0) + 1}")
            return Exit.ANSWERED
        code = Exit.NO
        _refute(task, move)


def _refute(task: OnlyMove, move: int) -> None:
    """Print what a wrong move leads to: the sentence, the moves, the last board."""
    refuted_move, position, shown = refutation(task, move, known_values()), task.position, []
    for each in refuted_move.line:
        shown.append(f"{position.side} {task.game.name(each)}")
        position = position.play(each)
    outcome = position.outcome
    marked = outcome.line if outcome and outcome.line else refuted_move.line[-1:]
    say(f"No. {refuted_move.words}\n  {', '.join(shown)}\n\n{diagram(position, marked)}\n")

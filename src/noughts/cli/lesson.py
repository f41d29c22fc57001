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
    asked = make(grade, seed, known_values())
    if as_json:
        answer(document_of(asked), as_json, lambda: None)
    ctx.exit(_ask(asked))


def _ask(asked: OnlyMove) -> Exit:
    """Show the position and ask until the answer is right or the input ends; return the exit code."""
    last = asked.moves[-1:]
    say(f"{asked.game}, lesson {asked.grade}, seed {asked.seed}\n\n{diagram(asked.position, last)}\n\n{asked.question}")
    code = Exit.ANSWERED
    while True:
        try:
            line = read_line("your move: ")
        except EOFError:
            return code
        if line.lower() in _QUIT:
            return code
        try:
            move = parse_cell(asked.game, line)
            asked.position.play(move)
        except (NotationError, IllegalMoveError) as error:
            say(str(error))
            continue
        if move == asked.answer:
            why = " ".join(map(str, asked.why))
            say(f"Right. {why}\nThe next one: noughts lesson {asked.grade} --seed {(asked.seed or 0) + 1}")
            return Exit.ANSWERED
        code = Exit.NO
        _refute(asked, move)


def _refute(asked: OnlyMove, move: int) -> None:
    """Print what a wrong move leads to: the sentence, the moves, the last board."""
    found, position, shown = refutation(asked, move, known_values()), asked.position, []
    for each in found.line:
        shown.append(f"{position.side} {asked.game.name(each)}")
        position = position.play(each)
    outcome = position.outcome
    marked = outcome.line if outcome and outcome.line else found.line[-1:]
    say(f"No. {found.words}\n  {', '.join(shown)}\n\n{diagram(position, marked)}\n")

"""`noughts adapt`: how a program is called, as a file to edit."""

import random
from pathlib import Path

import click

from noughts.app.players import Loader, is_own, with_reading
from noughts.arena.contestant import Contestant
from noughts.cli.common import FileParam, aside, game_option, require_folder, say
from noughts.cli.options import ProgramOptions, options, traceback_option
from noughts.core.game import Game, Move
from noughts.core.player import Player, consult
from noughts.core.position import Position
from noughts.errors import LimitExceeded, StrategyFault, file_errors
from noughts.programs.inference.probe import positions_of


@click.command()
@click.argument("spec", metavar="FILE.py[:NAME]")
@game_option
@options(ProgramOptions, "programs")
@traceback_option
@click.option(
    "--out", type=FileParam(), metavar="FILE", help="The file to write.  [default: FILE_adapted.py beside it]"
)
def adapt(spec: str, game: Game, programs: ProgramOptions, out: Path | None) -> None:
    """Write a small file of Python that calls your program, for you to edit.

    It has the marks, the board and the answer as they were found out, or as --read says. Where nothing fits, it is what
    came nearest, and says what went wrong. A file that is there already is left as it is.
    """
    file = Path(spec.partition(":")[0])
    if not is_own(spec) or file.suffix != ".py":
        raise click.BadParameter(f"{spec!r}: expected a file in .py.", param_hint="'FILE.py'")
    target = out or file.with_name(f"{file.stem}_adapted.py")
    require_folder(target, "--out")
    with aside():
        program = programs.loader(with_reading(spec, programs.read))
        text, fault = program.shim(game, target.name), _why_not(program, game)
    with file_errors("write", target), open(target, "x", encoding="utf-8") as stream:
        stream.write(text)
    if fault is not None:
        say(f"wrote {target}, which does not play yet: edit it. {fault}")
        return
    say(f"wrote {target}: {_compared(program, programs.loader, target, game)}")
    say(f"then: noughts prove {target}")


def _compared(program: Player, load: Loader, target: Path, game: Game) -> str:
    """Return in how many positions the file moves as the program does, in words."""
    with aside():
        other = load(str(target))
        if (fault := _why_not(other, game)) is not None:
            return f"it does not play yet: {fault}"
        positions = positions_of(game)
        same = sum(_moves(program, at) == _moves(other, at) for at in positions)
    return f"it moves as the program does in {same} of {len(positions)} positions tried"


def _why_not(program: Player, game: Game) -> str | None:
    """Return why a program does not play a game, None where it does."""
    try:
        return None if program.supports(game) else str(program.why_not(game))
    except LimitExceeded as error:
        return str(error)


def _moves(program: Player, position: Position) -> tuple[Move, ...] | str:
    """Return a program's moves; how it fails if it has none."""
    try:
        return consult(Contestant(program), position, random.Random(0)).moves
    except StrategyFault as fault:
        return fault.kind

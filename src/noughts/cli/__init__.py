"""The command line: maps names to objects and hands them down. A command's module is imported when it is called."""

import importlib
import os
import sys
import traceback
from typing import Any, Never

import click

from noughts import __version__
from noughts.errors import NoughtsError, StrategyError

# Each command with the line that --help shows, so that --help need not import it.
COMMANDS = {
    "play": "Play against a strategy or a friend, or watch two strategies.",
    "web": "Serve the game as a web page, with its API.",
    "prove": "Prove that a strategy never loses, or show the line that beats it.",
    "check": "Check a certificate by the rules alone.",
    "match": "Who is better? Exact where it can be, else in games with error bars.",
    "levels": "Measure every strategy and level against random and perfect play.",
    "solve": "The exact value of a position: win, draw or loss.",
    "analyse": "The exact value of every move in a position.",
    "tabulate": "Write the exact value of every position of a game to a file.",
    "replay": "Look at a played game again, and where it was won or lost.",
    "convert": "Convert played games: SGF, PSQ, JSON, text.",
    "explain": "Show what a strategy would do in a position, and why.",
    "engine": "Play as a Gomocup engine, over standard input and output.",
    "engine-check": "Run any Gomocup engine through the protocol, and say what it gets wrong.",
    "strategies": "List the strategies.",
    "perft": "Count move sequences to a depth.",
    "census": "Count the positions and the games of a small game.",
}

HIDDEN = ("web-worker",)  # for our own use, not listed

EXIT_CODES = """\b
Exit codes: 0 asked and answered (proved); 1 the answer is no (can lose);
2 bad input, or no answer within the limits; 130 interrupted."""


class LazyGroup(click.Group):
    """A group whose commands are modules of this package, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS and cmd_name not in HIDDEN:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(importlib.import_module(f"noughts.cli.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would exit with 1, and that is an answer
            ctx.exit(_reader_gone())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="noughts", message="%(prog)s %(version)s")
def noughts() -> None:
    """Tic-tac-toe and its whole family, the m,n,k-games: play the published strategies, see why they move, and prove
    or refute what is claimed of them."""


def main() -> Never:
    """Run the command line and exit with its code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are thin: more threads only wait for each other
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every encoding has every letter
    try:
        code = noughts.main(prog_name="noughts", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except NoughtsError as error:
        code = _fail(str(error))
        if isinstance(error, StrategyError):
            _show_cause(error.__cause__)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        code = 2
    except click.ClickException as error:
        code = _fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = 130
    except BrokenPipeError:
        code = _reader_gone()
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> int:
    click.echo(f"noughts: {message}", err=True)
    return 2


def _reader_gone() -> int:
    """The exit code where the reader of our output has gone, as in `| head`; what is still to be written is dropped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def _show_cause(cause: BaseException | None) -> None:
    """Show the traceback of a strategy's own exception: it is the user's to see, if it says more than the message."""
    if cause is None:
        return
    raised_by_the_call = cause.__traceback__ is None or cause.__traceback__.tb_next is None
    if not raised_by_the_call or isinstance(cause, SyntaxError):
        click.echo("its own traceback:", err=True)
        traceback.print_exception(_trimmed(cause))


def _trimmed(error: BaseException) -> BaseException:
    """Drop our own frames, and the import machinery's, from the head of a traceback."""
    ours = os.path.dirname(os.path.dirname(__file__))
    rest = error.__traceback__
    while rest is not None and (rest.tb_next is not None or isinstance(error, SyntaxError)):
        name = rest.tb_frame.f_code.co_filename
        if not name.startswith((ours, "<frozen importlib")):
            break
        rest = rest.tb_next
    return error.with_traceback(rest)

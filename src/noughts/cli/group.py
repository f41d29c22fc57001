"""The group of all commands. A command's module is imported when the command runs."""

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from noughts import __version__
from noughts.cli.exits import MEANINGS
from noughts.cli.failures import failed
from noughts.errors import NoughtsError
from noughts.words import speaking, wanted
from noughts.words.language import ENGLISH

# Each command with the line that --help shows, so that --help need not import it; what is seldom used comes last.
GROUPS = {
    "Play": {
        "play": "Play against a strategy or a friend, or watch two strategies.",
        "web": "Serve the game as a web page, with its API.",
        "replay": "Replay a finished game, and show where it was won or lost.",
    },
    "Prove": {
        "prove": "Prove that a strategy never loses, or show the line that beats it.",
        "fix": "Find the fewest exceptions with which a strategy never loses.",
        "regret": "Count the positions in which a strategy gives value away.",
        "rules": "Show what each rule of a list is worth.",
        "explain": "Show a strategy's decision in a position, and why.",
        "strategies": "List the strategies.",
        "check": "Check a certificate or a table by the rules alone.",
    },
    "Learn": {
        "lesson": "Find the only move: endless lessons, each one proved.",
        "plan": "List what to learn so as never to lose: few positions, one move each.",
        "poster": "Draw the complete plan of a strategy on one sheet.",
        "grade": "Prove the programs of a class, each in a process of its own: one table.",
    },
    "Compare": {
        "match": "Compare players: exactly if possible, else in games with error bars.",
        "engine": "Play as a Gomocup engine, over standard input and output.",
    },
    "Solve": {
        "solve": "The exact value of a position: win, draw or loss.",
        "tabulate": "Write the exact value of every position of a game to a file.",
        "census": "Count the positions and the games of a small game, or move sequences.",
    },
    "Other": {
        "convert": "Convert played games: SGF, PSQ, JSON, text.",
        "site": "Write the page as static files, which any web host serves.",
        "warm-up": "Compile everything ahead: no command waits for it, long ones are faster.",
    },
}
COMMANDS = {name: line for commands in GROUPS.values() for name, line in commands.items()}
SPOKEN = ("play", "explain", "replay", "lesson")  # the commands whose answers are in several languages
_SHORT = f"{__name__}.short"  # in a context's meta: no command was named


class _LazyGroup(click.Group):
    """A group of commands, each in a module of this package that is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(importlib.import_module(f"noughts.cli.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _ended():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with _ended():
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            ctx.meta[_SHORT] = True
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}: {_meant(args[0])}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by groups; their names alone if no command was named, to fit a small screen."""
        if ctx.meta.get(_SHORT):
            with formatter.section("Commands"):
                formatter.write_dl([(title, ", ".join(commands)) for title, commands in GROUPS.items()])
            return
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if ctx.meta.get(_SHORT):
            formatter.write("\n`noughts --help` says what each does, `noughts COMMAND --help` how.\n")
            return
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code.value), meaning) for code, meaning in MEANINGS.items()])


def _meant(word: str) -> str:
    """Return the commands that may be meant by a word that is not one: a player is something to prove."""
    from shlex import quote

    from noughts.errors import nearest
    from noughts.strategies.registry import SHIPPED, is_own, is_rules
    from noughts.words import Said, either

    if word in SHIPPED or is_rules(word) or is_own(word):
        near = [f"noughts prove {quote(word)}"]
    else:
        near = nearest(word, [*COMMANDS], most=2, likeness=0.6)
    return str(Said("hint.did-you-mean", {"words": either(near)})) if near else "`noughts` lists them"


@contextmanager
def _ended() -> Iterator[None]:
    """Exit with our code where the output has no reader (click's would be 1, which means NO), and after an error, while
    the context says what is shown of it."""
    try:
        yield
    except (BrokenPipeError, NoughtsError) as error:
        raise click.exceptions.Exit(failed(error)) from None


def _known(ctx: click.Context, param: click.Parameter, code: str | None) -> str:
    """Return the language that is asked for; without one, the environment's."""
    if code is None:
        return wanted(os.environ)
    from noughts.words import catalogue

    if code not in catalogue.languages():
        raise click.BadParameter(f"no language {code!r}: expected one of {', '.join(catalogue.languages())}.")
    return code


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="noughts", message="%(prog)s %(version)s")
@click.option(
    "--language",
    callback=_known,
    help=f"Of {', '.join(SPOKEN)}: en, de; all others answer in English. The default is that of the environment.",
)
@click.pass_context
def noughts(ctx: click.Context, language: str) -> None:
    """Tic-tac-toe and its whole family, the m,n,k-games: play the published strategies, see why they move, and prove
    or refute the claims about them."""
    ctx.with_resource(speaking(language if ctx.invoked_subcommand in SPOKEN else ENGLISH))

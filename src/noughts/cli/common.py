"""Shared by the commands: parameter types, answers, colour, progress."""

import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any, Never, TextIO

import click

from noughts.board_text.position_text import read_board
from noughts.cli.exits import Exit
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import FileError, file_errors
from noughts.files import SMALL, bounded
from noughts.programs.waits import READING

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from noughts.players.player import Player
    from noughts.words import Words

_BREAK = "\n"


class GameParam(click.ParamType):  # type: ignore[type-arg]
    """An m,n,k-game. Raises GameError for an invalid one."""

    name = "m,n,k"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        return value if isinstance(value, Game) else Game.from_text(value)


class StrategyParam(click.ParamType):  # type: ignore[type-arg]
    """The text of a strategy, which a command loads itself. A shell completes names, and the files of programs."""

    name = "strategy"

    def __init__(self, *others: str) -> None:
        self.others = others  # words that are not strategies

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        from noughts.strategies import registry

        known = [name for name in (*self.others, *registry.names()) if name.startswith(incomplete)]
        return [CompletionItem(name) for name in known] or [CompletionItem(incomplete, type="file")]


class _PathParam(click.Path):
    """A path, as an object of pathlib."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Path":
        from pathlib import Path  # takes longer to import than many a command takes to answer

        return Path(os.fsdecode(super().convert(value, param, ctx)))


class FileParam(_PathParam):
    """The path of a file."""

    def __init__(self, exists: bool = False) -> None:
        super().__init__(exists=exists, dir_okay=False)


class FolderParam(_PathParam):
    """The path of a folder; with `files`, of a file or a folder."""

    def __init__(self, exists: bool = True, files: bool = False) -> None:
        super().__init__(exists=exists, file_okay=files)


_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_SIZE = r"(?i)([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*([kmgt]?)(?:i?b)?"


class SizeParam(click.ParamType):  # type: ignore[type-arg]
    """A number of bytes: `1073741824`, `512MiB`, `1.5G` (all units are powers of 1024)."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(_SIZE, value.strip())
        if match is None:
            self.fail(
                f"{value!r} is not an amount of memory, expected one such as 1073741824, 512MiB or 1.5GiB", param, ctx
            )
        return int(float(match[1]) * _UNITS[match[2].lower()])


class Count(click.IntRange):
    """A whole number in a range; click's messages would call it an "integer range"."""

    name = "integer"


class Seconds(click.ParamType):  # type: ignore[type-arg]
    """A number of seconds: of a time to wait, from 0 to 3600."""

    name = "seconds"

    def __init__(self, least: float = 0, most: float = 3600) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not self.least <= seconds <= self.most:
            to = "" if math.isinf(self.most) else f" to {self.most:g}"
            self.fail(f"{value!r} is not a number of seconds from {self.least:g}{to}.", param, ctx)
        return seconds


def note(ctx: click.Context, param: click.Parameter, given: Any) -> Any:
    """Note an option for what is said after an error, which the group says: it has no part in the command's options."""
    ctx.meta[f"{__name__}.{param.name}"] = given
    return given


def noted(name: str) -> Any:
    """Return what was noted of an option of the running command; None if nothing was."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(f"{__name__}.{name}")


def game_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--game`, with 3,3,3 as the default."""
    help_text = "Columns, rows, how many in a row, with options: 7,6,4-gravity, 3,3,3-misere, 15,15,5-exact."
    added = click.option("--game", type=GameParam(), default="3,3,3", show_default=True, callback=note, help=help_text)
    return added(command)


seed_option = click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random numbers.")


def read_position(text: str, game: Game | None) -> Position:
    """Return the position in a text argument, or on standard input if the argument is `-`; say what was assumed."""
    if text == "-":
        with file_errors("read", "-"):
            text = bounded(standard_input().buffer, SMALL).decode()
    else:
        text = text.replace("\\n", "\n")
    position, known = read_board(text, game)
    say_known(known)
    return position


def standard_input() -> TextIO:
    """Return standard input. Raises FileError if it is closed."""
    if sys.stdin is None:
        raise FileError("cannot read standard input: it is closed")
    return sys.stdin


def require_folder(path: "Path | None", option: str) -> None:
    """Raise BadParameter if a file's folder does not exist: checked before the work, not after it."""
    if path is not None and not path.parent.is_dir():
        raise click.BadParameter(
            f"{str(path)!r}: there is no directory {str(path.parent)!r}.", param_hint=f"'{option}'"
        )


def require_sheet(path: "Path", option: str) -> None:
    """Raise BadParameter unless a file can be a drawn sheet, an SVG."""
    if path.suffix != ".svg":
        message = f"{str(path)!r}: expected a name in .svg; a browser prints it, as a PDF too."
        raise click.BadParameter(message, param_hint=f"'{option}'")
    require_folder(path, option)


def answer(
    result: Any,
    as_json: bool,
    text: Callable[[], None],
    code: Exit = Exit.ANSWERED,
    players: "Sequence[Player]" = (),
) -> Never:
    """Print a result as JSON, or let `text` print it, with the notes about players; end the command with an exit code.

    The result may be a function that returns it: only JSON needs it then.
    """
    if as_json:
        from noughts.results.codec import noted, to_json  # takes longer than many a command without --json

        document = result() if callable(result) else result
        click.echo(to_json(document if isinstance(document, list) else noted(document, players)))
    else:
        text()
        if players:
            say_notes(players)
    click.get_current_context().exit(code)


def say_notes(players: "Iterable[Player]") -> None:
    """Print the notes about players, each in a line, or in a block if it has several lines."""
    from noughts.players.notes import list_notes  # `solve` and others have no players

    for _, words, texts in list_notes(list(players)):
        for text in texts:
            say(f"{words}:\n  {text.replace(_BREAK, _BREAK + '  ')}" if _BREAK in text else f"{words}: {text}")


def _use_color() -> bool:
    """Return whether output is coloured: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout is not None and sys.stdout.isatty())


def say(text: str = "") -> None:
    """Print text, with its colours or without."""
    click.echo(text, color=_use_color())


def say_known(known: "Iterable[Words]") -> None:
    """Say on standard error what was assumed to read a text or a file."""
    for words in known:
        click.echo(f"noughts: {words}", err=True)


def terminal_width() -> int:
    """Return the columns of the terminal."""
    from shutil import get_terminal_size  # it loads three kinds of compression

    return get_terminal_size().columns


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Ticker:
    """The progress of work that takes a while, on standard error: a line that changes, or where that is no terminal
    lines that stay, each after twice the time of the one before. Those begin with `WORKING`, which no error does."""

    WORKING = "noughts working: "
    PATIENCE = 0.7  # seconds
    EVERY = 0.1
    FIRST = 2.0  # seconds, of the lines that stay

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = 0.0
        self._next = self.FIRST
        self._changes = sys.stderr is not None and sys.stderr.isatty()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    def show(self, text: Callable[[float], str]) -> None:
        """Show `text(seconds)`, unless another text was shown just before."""
        elapsed = self.elapsed
        if not self._changes:
            if elapsed >= self._next:
                self._next = 2 * elapsed
                with suppress(OSError):  # progress that cannot be written ends no work
                    click.echo(f"{self.WORKING}{text(elapsed)}", err=True)
        elif elapsed > self.PATIENCE and elapsed - self._shown > self.EVERY:
            self._shown = elapsed
            click.echo(f"\r\x1b[2K{text(elapsed)}", err=True, nl=False)

    def __enter__(self) -> "Ticker":
        return self

    def __exit__(self, *exc: object) -> None:
        if self._shown:
            click.echo("\r\x1b[2K", err=True, nl=False)


@contextmanager
def aside() -> Iterator[None]:
    """Send a strategy's prints to standard error: standard output is for the answer. Show a wait for a program that is
    being read."""
    with redirect_stdout(sys.stderr), Ticker() as ticker:
        token = READING.set(lambda spec, calls: ticker.show(lambda seconds: f"reading {spec}: {seconds:.0f} s"))
        try:
            yield
        finally:
            READING.reset(token)


def compiling(what: str, seconds: float) -> str:
    """Return the progress line of a wait for compiled code."""
    return f"compiling {what}, once on this machine: {seconds:.0f} s"

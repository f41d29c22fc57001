"""Options that go together: one frozen dataclass, declared once and handed on as one object."""

import sys
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import wraps
from math import inf
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from noughts.cli.common import Seconds
from noughts.core.budget import ANSWER_SECONDS
from noughts.core.position import Side

if TYPE_CHECKING:
    from noughts.app.players import Loader


def option(*names: str, **settings: Any) -> Any:
    """Return the field of a dataclass that is an option of commands: the names and settings of `click.option`."""
    return field(metadata={"names": names, "settings": settings})


def seat_setting(text: str) -> Any:
    """Return the option of one seat, with its help."""
    seats = click.Choice([side.seat for side in Side])
    return option("--seat", type=seats, default="first", show_default=True, help=text)


_ANSWER = "--answer-seconds"
ANSWER_HINT = f" ({_ANSWER} raises it)"  # after a limit


def answer_setting() -> Any:
    """Return the option of the limit of a program's answer."""
    return option(
        _ANSWER,
        type=Seconds(0.1, inf),
        default=ANSWER_SECONDS,
        show_default=True,
        metavar="N",
        help="Processor time for one answer of your program.",
    )


def options(kind: type[Any], parameter: str) -> Callable[[Any], Any]:
    """Add the options of a dataclass to a command, which takes them as one object.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Paper:
    ...     wide: bool = option("--wide", is_flag=True)
    >>> @click.command()
    ... @options(Paper, "paper")
    ... def draw(paper: Paper) -> None:
    ...     print(paper)
    >>> draw(["--wide"], standalone_mode=False)
    Paper(wide=True)
    """

    def add(command: Callable[..., Any]) -> Any:
        @wraps(command)
        def run(*arguments: Any, **given: Any) -> Any:
            chosen = kind(**{each.name: given.pop(each.name) for each in fields(kind)})
            return command(*arguments, **given, **{parameter: chosen})

        for each in reversed(fields(kind)):
            run = one_option(kind, each.name)(run)
        return run

    return add


def one_option(kind: type[Any], name: str) -> Callable[[Any], Any]:
    """Return one option of a dataclass, for a command that has no use for the others."""
    [each] = [each for each in fields(kind) if each.name == name]
    assert each.default is MISSING, f"{name}: a default is a setting of its option"
    return click.option(*each.metadata["names"], name, **each.metadata["settings"])


def is_given(name: str) -> bool:
    """Return whether an option of the running command is on its command line."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


@dataclass(frozen=True)
class ProgramOptions:
    """How a program of the user's is read."""

    read: str | None = option(
        "--read",
        metavar="READING",
        help="How your program takes the board and answers: 'rows X O None -> row column'.",
    )
    answer_seconds: float = answer_setting()

    @property
    def loader(self) -> "Loader":
        """The loader of players that are asked for single positions, in any order."""
        from noughts.app.players import Loader  # it takes longer to import than a small command

        return Loader(keep="process", answer_seconds=self.answer_seconds)


@dataclass(frozen=True)
class PlayerOptions(ProgramOptions):
    """How a program of the user's is read, or asked."""

    turn: str | None = option(
        "--turn",
        metavar="TEXT",
        help="What the program of 'console:COMMAND' reads, if it is started for each position, prints one move and "
        r"ends: '{mark}\n{rows}'; other fields: {other}, {flat}, {moves}, {count}, {free=.}.",
    )

    @property
    def loader(self) -> "Loader":
        """The loader of players that are asked for single positions, in any order."""
        return replace(super().loader, turn=self.turn)


_TRACEBACK = "--traceback"
traceback_option = click.option(
    _TRACEBACK, is_flag=True, expose_value=False, help="Show the whole traceback of an exception in your program."
)


def shows_tracebacks() -> bool:
    """Return whether the running command was asked for tracebacks; no command takes the word for anything else."""
    return _TRACEBACK in sys.argv


def answers_json() -> bool:
    """Return whether the running command prints one document and nothing else."""
    return "--json" in sys.argv

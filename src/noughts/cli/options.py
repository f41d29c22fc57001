"""Options that go together: one frozen dataclass, declared once and handed on as one object."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import wraps
from math import inf
from os import PathLike
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import click
from click.core import ParameterSource

from noughts.cli.common import Count, FileParam, Seconds, SizeParam, note, noted
from noughts.core.budget import ANSWER_SECONDS
from noughts.core.position import Side

if TYPE_CHECKING:
    from noughts.app.players import Loader


def option(text: str, *names: str, **settings: Any) -> Any:
    """Return the field of a dataclass that is an option of commands: its help, and the names and settings of
    `click.option` as far as they do not follow from the field's name and type. A default is shown."""
    settings = {"help": text, "show_default": "default" in settings, **settings}
    return field(metadata={"names": names, "settings": settings})


def names_of(each: Field[Any]) -> tuple[str, ...]:
    """Return how the option of a field is written: `--max-positions` for `max_positions`, if nothing else is said."""
    return each.metadata["names"] or (f"--{each.name.replace('_', '-')}",)


def _settings(hint: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of an option by the type of its field: whole numbers count from 1, a number is a time."""
    if get_origin(hint) is Literal:
        return {"type": click.Choice(get_args(hint)), **given}
    kind = next(part for part in get_args(hint) or (hint,) if part is not NoneType)
    if kind is bool:
        return {"is_flag": True, **given}
    usual = {int: Count(min=1), float: Seconds()}
    path = FileParam() if issubclass(kind, PathLike) else None
    return {"type": usual.get(kind, path), **given}


def seat_setting(text: str) -> Any:
    """Return the option of one seat, with its help."""
    seats = click.Choice([side.seat for side in Side])
    return option(text, type=seats, default="first")


_ANSWER = "--answer-seconds"
ANSWER_HINT = f" ({_ANSWER} raises it)"  # after a limit


def options(kind: type[Any], parameter: str) -> Callable[[Any], Any]:
    """Add the options of a dataclass to a command, which takes them as one object.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Paper:
    ...     wide: bool = option("Beyond the margins.")
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

        hints = get_type_hints(kind, localns={"Path": PathLike})  # some import it for the type checker alone
        for each in reversed(fields(kind)):
            assert each.default is MISSING, f"{each.name}: a default is a setting of its option"
            settings = _settings(hints[each.name], each.metadata["settings"])
            run = click.option(*names_of(each), each.name, **settings)(run)
        return run

    return add


def is_given(name: str) -> bool:
    """Return whether an option of the running command is on its command line."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


@dataclass(frozen=True)
class ProgramOptions:
    """How a program of the user's is read, or asked."""

    read: str | None = option(
        "How your program takes the board and answers: 'rows X O None -> row column'.", metavar="READING"
    )
    answer_seconds: float = option(
        "Processor time for one answer of your program.",
        _ANSWER,
        type=Seconds(0.1, inf),
        default=ANSWER_SECONDS,
        metavar="N",
    )
    memory: int | None = option(
        "Memory limit of your program.  [default: 4GiB; 1GiB for each file of grade]", type=SizeParam(), metavar="BYTES"
    )
    turn: str | None = option(
        "What the program of 'console:COMMAND' reads, if it is started for each position, prints one move and "
        r"ends: '{mark}\n{rows}'; other fields: {other}, {flat}, {moves}, {count}, {free=.}.",
        metavar="TEXT",
    )

    def loader(self, **more: Any) -> "Loader":
        """Return the loader of players: of such as are asked for single positions, in any order, if no more is said."""
        from noughts.app.players import Loader  # it takes longer to import than a small command

        limits = {"answer_seconds": self.answer_seconds, "memory": self.memory, "turn": self.turn}
        return Loader(**{"keep": "process", **more, **limits})

    def check_turn(self, *specs: str) -> None:
        """Raise UsageError where the turn is for none of some players."""
        from noughts.app.players import is_console

        if self.turn is not None and not any(map(is_console, specs)):
            raise click.UsageError("--turn is what a program of 'console:COMMAND' reads")

    def named(self, specs: Sequence[str]) -> list[str]:
        """Return the texts of players, that of the one program of the user's with the reading.

        Raises UsageError where that does not say which program it is for, or the turn is for none.
        """
        from noughts.app.players import is_console, is_own, with_reading

        self.check_turn(*specs)
        if self.read is None:
            return list(specs)
        read = [spec for spec in specs if is_own(spec) or (self.turn is not None and is_console(spec))]
        if len(specs) == 1:
            read = list(specs)
        if len(read) != 1:
            raise click.UsageError(f"--read takes one program of yours, not {len(read)}")
        return [with_reading(spec, self.read, self.turn) if spec in read else spec for spec in specs]


_traceback = click.option(
    "--traceback",
    is_flag=True,
    expose_value=False,
    callback=note,
    help="Show the whole traceback of an exception in your program.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, callback=note, help="Print one JSON document and nothing else."
)


def program_options(command: Callable[..., Any]) -> Any:
    """Add what can be said of a program of the user's to a command, which takes it as `programs`."""
    return options(ProgramOptions, "programs")(_traceback(command))


def shows_tracebacks() -> bool:
    """Return whether the running command was asked for tracebacks."""
    return bool(noted("traceback"))


def answers_json() -> bool:
    """Return whether the running command prints one document and nothing else."""
    return bool(noted("as_json"))

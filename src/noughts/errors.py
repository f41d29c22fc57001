"""The exceptions that the package raises on purpose. Anything else that escapes is a bug."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from noughts.words import Words

FaultKind = Literal["illegal", "raised", "endless", "died"]
FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


class NoughtsError(Exception):
    """The root of the tree. The message is one line for the user: a text, or a sentence of the catalogue."""

    @property
    def said(self) -> "Words":
        """The message; `str` of the error is the same in the reader's language."""
        words: Words = self.args[0]
        return words


class GameError(NoughtsError, ValueError):
    """An impossible m,n,k-game, or a game that the strategy does not play."""


class NotationError(NoughtsError, ValueError):
    """A text that is not a cell, a position or a strategy option."""


class InvalidPositionError(NoughtsError, ValueError):
    """A position that no game can reach. `reasons` lists all its faults."""

    def __init__(self, message: "Words", reasons: Sequence["Words"] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(reasons) or (message,)

    @property
    def reasons(self) -> tuple[str, ...]:
        """All its faults, in the reader's language."""
        return tuple(map(str, self.faults))


class IllegalMoveError(NoughtsError, ValueError):
    """A move that the rules forbid: `move` is the cell, `reason` the reason."""

    def __init__(self, move: object, reason: "Words") -> None:
        super().__init__(reason)
        self.move = move

    @property
    def reason(self) -> str:
        """The reason, in the reader's language."""
        return str(self)


class LimitExceeded(NoughtsError):
    """A budget was spent before an answer was found. Never reported as a verdict or as a draw."""


class NoAnswer(LimitExceeded):
    """A program gives no answer in a position within its limit, of processor time or, `by_clock`, of the clock."""

    def __init__(self, message: "Words", by_clock: bool = False) -> None:
        super().__init__(message)
        self.by_clock = by_clock


class StrategyError(NoughtsError):
    """A strategy that cannot be found, does not load, or breaks its contract.

    If the strategy's own code raised, that exception is the `__cause__`; `trace` are the lines of its traceback if it
    was raised in another process.
    """

    trace: tuple[str, ...] = ()


class NotRead(StrategyError):
    """A program of which it is not known how it is called, or which function of its file chooses the moves."""


class NotPlayed(NotRead, GameError):
    """A program that is called, or played, in no known way on a game."""


class NoProgram(StrategyError):
    """A file in which nothing chooses moves."""


class StrategyFault(StrategyError):
    """A strategy that breaks the rules in a position.

    `kind`: it names an illegal move or none, its code raises an exception, its answer never comes, its process ends.
    """

    def __init__(self, message: "Words", kind: FaultKind) -> None:
        super().__init__(message)
        self.kind = kind


class MatchError(NoughtsError):
    """A match that cannot be played as requested, or a log that belongs to another match."""


class MissingExtraError(NoughtsError, ImportError):
    """Something that needs an extra of the package: the command to type is `pip install 'noughts[fast]'`."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra: pip install 'noughts[{extra}]'")


class WorkersError(NoughtsError):
    """A pool of workers that cannot be started, or that cannot be reached any more."""


class EngineError(StrategyError):
    """An engine, or another external program, that breaks its protocol: `kind` is "protocol", "time-out" or "died".

    `stderr` holds the last lines of its standard error.
    """

    def __init__(self, message: "Words", kind: str = "protocol", stderr: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.stderr = tuple(stderr)


class CertificateError(NoughtsError):
    """A file that is not a certificate: in another format, or damaged. Names the first fault and its line."""


class CertificateRefused(NoughtsError):
    """A certificate that does not prove its claim. Names the first fault of its argument and its line."""


class TableError(NoughtsError):
    """A file that is not a table of exact values, or is damaged."""


class TableRefused(NoughtsError):
    """A table with a false score. Names its position and its byte in the file."""


class CheckpointError(NoughtsError):
    """A file that is not a checkpoint of this solution, or cannot be read."""


class FileError(NoughtsError):
    """A file that cannot be read or written: its name, quoted, and the reason."""

    @classmethod
    def because(cls, verb: str, name: str, error: Exception) -> "FileError":
        """Return the error for a file that could not be read or written; `verb` names the action."""
        if isinstance(error, FileExistsError):
            return cls(f"{name!r} exists and was left as it is: choose another name")
        return cls(f"cannot {verb} {name!r}: {reason(error)}")


def named_error(name: str, words: "Words", otherwise: type[NoughtsError] = NoughtsError) -> NoughtsError:
    """Return the error of another process, of the class that it had there if that is one of these."""
    kind = globals().get(name, otherwise)
    if not isinstance(kind, type) or not issubclass(kind, NoughtsError):
        kind = otherwise
    if issubclass(kind, IllegalMoveError):
        return IllegalMoveError(None, words)
    try:
        error: NoughtsError = kind(words)
    except TypeError:  # it is made of more than a text
        error = otherwise(words)
    return error


def reason(error: Exception) -> str:
    """Return the message of the system, without its number and the file's name."""
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def file_errors(verb: str, name: object) -> Iterator[None]:
    """Raise FileError if the block raises an OSError, or a ValueError such as a text that its encoding cannot hold."""
    try:
        yield
    except (NoughtsError, BrokenPipeError):
        raise
    except (OSError, ValueError) as error:
        raise FileError.because(verb, str(name), error) from None


LONG, KEPT = 200, 80  # characters: a word longer than LONG is cut to KEPT
_LONGEST_MESSAGE = 2000
_QUOTED = r"""(?<!\w)(?P<mark>['"])(?P<text>(?:\\.|(?!(?P=mark))[^\\])*)(?P=mark)(?!\w)"""
_WORD = rf"(?s){_QUOTED}|\S{{{LONG + 1},}}|\([^()]{{{LONG + 1},}}\)"  # compiled for the first error: it takes a while


def nearest(word: str, known: Sequence[str], most: int, likeness: float) -> list[str]:
    """Return the known words that are most like a word, the nearest first: for a message that quotes an unknown one.

    >>> nearest("rign", ["paths", "ring"], most=2, likeness=0.5)
    ['ring']
    """
    from difflib import get_close_matches  # noqa: PLC0415 - takes 1 ms; most words are known

    return get_close_matches(word, known, n=most, cutoff=likeness)


def shortened(message: str) -> str:
    """Return a message with its long words and quoted texts cut, because input may be long.

    >>> shortened(f"no game {'9' * 1000!r}")
    "no game '99999999999999999999999999999999999999999999999999999999999999999999999999999...'"
    """
    return _cut(re.sub(_WORD, _cut_word, message), _LONGEST_MESSAGE, _LONGEST_MESSAGE)


def _cut_word(match: re.Match[str]) -> str:
    mark = match["mark"] or ""
    return f"{mark}{_cut(match['text'] if mark else match[0], LONG, KEPT)}{mark}"


def _cut(text: str, longest: int, kept: int) -> str:
    return text if len(text) <= longest else f"{text[: kept - 3]}..."

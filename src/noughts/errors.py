"""The exceptions that the package raises on purpose. Anything else that escapes is a bug."""

from collections.abc import Sequence


class NoughtsError(Exception):
    """The root: one clear line for the person who gave the input."""


class GameError(NoughtsError, ValueError):
    """No such m,n,k-game, or a game that the strategy at hand does not play."""


class NotationError(NoughtsError, ValueError):
    """A text that names no cell, position or strategy option."""


class InvalidPositionError(NoughtsError, ValueError):
    """A position that no game can reach. `reasons` holds everything that is wrong with it."""

    def __init__(self, message: str, reasons: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons) or (message,)


class IllegalMoveError(NoughtsError, ValueError):
    """A move that the rules forbid: `move` is the cell, `reason` says why."""

    def __init__(self, move: object, reason: str) -> None:
        super().__init__(reason)
        self.move = move
        self.reason = reason


class LimitExceeded(NoughtsError):
    """A budget was spent before there was an answer. Never reported as a verdict or as a draw."""


class StrategyError(NoughtsError):
    """A strategy that cannot be found, does not load, or breaks its contract.

    Where the strategy's own code raised, that exception is the `__cause__`.
    """


class MatchError(NoughtsError):
    """A match that cannot be held as asked, or a log of games that belongs to another match."""


class EngineError(StrategyError):
    """An engine that does not keep to its protocol: `kind` is "protocol", "time-out" or "died".

    `stderr` holds the last lines that it wrote on its standard error.
    """

    def __init__(self, message: str, kind: str = "protocol", stderr: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.stderr = tuple(stderr)


class CertificateError(NoughtsError):
    """A file that is no certificate: it breaks the format, or it is damaged. The first fault, with its line."""


class CertificateRefused(NoughtsError):
    """A certificate that does not show what it claims: the first fault in its argument, with its line."""


class TableError(NoughtsError):
    """A file that is no table of exact values, or one that has been damaged."""


class CheckpointError(NoughtsError):
    """A file that is no checkpoint of this solution, or one that cannot be read."""

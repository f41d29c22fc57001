"""The exit codes, the same for every command."""

from enum import IntEnum


class Exit(IntEnum):
    """The meaning of a command's exit code."""

    ANSWERED = 0
    NO = 1
    BAD = 2
    UNKNOWN = 3
    INTERRUPTED = 130
    NO_READER = 141


MEANINGS = {
    Exit.ANSWERED: "success",
    Exit.NO: "the answer is no: a strategy can lose, or gives value away; a certificate is refused",
    Exit.BAD: "bad usage or input, a full disk, a file of the wrong kind",
    Exit.UNKNOWN: "no answer within the limits: unknown, or measured and not proved",
    Exit.INTERRUPTED: "interrupted",
    Exit.NO_READER: "the reader of the output closed the pipe",
}

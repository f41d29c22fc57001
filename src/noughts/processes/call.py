"""A worker of `pool`, which calls functions: `python -m noughts.processes.call`."""

import multiprocessing
import multiprocessing.spawn
import pickle
import traceback
from base64 import b64decode, b64encode
from functools import cache
from typing import Any

from noughts.errors import NoughtsError, WorkersError
from noughts.processes.channel import JSON, Report, serve
from noughts.processes.work import release


def packed(value: Any) -> str:
    """Return a value as a text."""
    return b64encode(pickle.dumps(value)).decode("ascii")


def unpacked(text: str) -> Any:
    """Return the value of a text of our own."""
    return pickle.loads(b64decode(text))


def surroundings() -> str:
    """Return what a new worker needs of this process: its folder, its module path, its main module."""
    data = multiprocessing.spawn.get_preparation_data("worker")
    data.pop("authkey", None)
    return packed(data)


@cache
def _prepare(text: str) -> None:
    """Make this process like the one of some surroundings, once."""
    process = vars(multiprocessing.current_process())
    process["_inheriting"] = True  # a main module that starts workers where it is imported gets an error
    try:
        multiprocessing.spawn.prepare(unpacked(text))
    finally:
        del process["_inheriting"]


def _answer(request: JSON, report: Report) -> JSON:
    try:
        _prepare(request["surroundings"])
        return {"answer": packed((unpacked(request["call"])(), None))}
    except BaseException as error:
        return {"answer": packed((None, _portable(error)))}


def _portable(error: BaseException) -> BaseException:
    """Return an exception that can be sent; one that is not ours has a note with its trace."""
    if not isinstance(error, NoughtsError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        unpacked(packed(error))
    except Exception:
        return WorkersError(f"a worker raised {type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    serve(_answer, release)

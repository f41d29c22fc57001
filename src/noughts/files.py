"""Files that are written whole: a name stands for all of the new content, or for what it stood for before.

The content goes to a draft beside the file and to the disk; then the draft takes the file's name in one step. An error
or Ctrl-C leaves no draft behind. Symbolic links are followed. A device, a named pipe, and the file that standard output
goes to are not files to replace: they are written straight to.

Every failure is an OSError whose `filename` is the path as it was given.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import IO, Any, BinaryIO, Literal, TextIO, overload

PathLike = str | os.PathLike[str]

LARGEST = 1 << 26  # bytes of what is read as a whole: about 100,000 games
SMALL = 1 << 16  # of settings, of a list of rules, of a position

_DRAFT = ".part"


@overload
def replacing(path: PathLike, mode: Literal["wb"] = "wb") -> AbstractContextManager[BinaryIO]: ...
@overload
def replacing(path: PathLike, mode: Literal["w"]) -> AbstractContextManager[TextIO]: ...
def replacing(path: PathLike, mode: str = "wb") -> AbstractContextManager[Any]:
    """Give a file to write. It takes the place of `path`, and has the permissions of the file there, when the block
    ends without an error. A file that may not be written is not replaced either."""
    return _writing(path, mode, must_be_new=False)


@overload
def creating(path: PathLike, mode: Literal["wb"] = "wb") -> AbstractContextManager[BinaryIO]: ...
@overload
def creating(path: PathLike, mode: Literal["w"]) -> AbstractContextManager[TextIO]: ...
def creating(path: PathLike, mode: str = "wb") -> AbstractContextManager[Any]:
    """Give a file to write. It becomes `path` when the block ends without an error. Raises FileExistsError before the
    block, or after it where another process was faster."""
    return _writing(path, mode, must_be_new=True)


def contents(path: PathLike, most: int = LARGEST) -> bytes:
    """Return the bytes of a file, or what a device or a pipe gives up to its end. Raises OSError if that is more than
    `most`: a device may have no end."""
    with _errors_name(path), open(path, "rb") as file:
        return bounded(file, most)


def bounded(file: BinaryIO, most: int = LARGEST) -> bytes:
    """Return the bytes of an open file up to its end. Raises OSError if they are more than `most`."""
    content = file.read(most + 1)
    if len(content) > most:
        size = f"{most >> 20} MiB" if most >> 20 else f"{most >> 10} KiB"
        raise OSError(errno.EFBIG, f"it has more than {size}")
    return content


def mapped(path: PathLike) -> memoryview:
    """Return the bytes of a file, mapped into memory. Raises OSError if it is empty, or no regular file."""
    with _errors_name(path):
        there = os.stat(path)
        if not stat.S_ISREG(there.st_mode):  # opening a named pipe waits for its writer
            raise OSError(errno.EINVAL, "it is not a regular file")
        if not there.st_size:
            raise OSError(errno.EINVAL, "it is empty")
        import mmap  # noqa: PLC0415 - only tables are mapped

        with open(path, "rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


@contextmanager
def _writing(path: PathLike, mode: str, must_be_new: bool) -> Iterator[IO[Any]]:
    with _errors_name(path):
        special = _special(path, mode)
        if special is None and must_be_new and os.path.exists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with special or _draft(path, mode, _take_free_name if must_be_new else os.replace) as file:
            yield file


@contextmanager
def _errors_name(path: PathLike) -> Iterator[None]:
    """Give the errors of the system the name that the user knows: a draft's own name tells nothing."""
    try:
        if "\0" in os.fspath(path):
            raise OSError(errno.EINVAL, "a name holds no null character")
        yield
    except OSError as error:
        if error.errno is not None and _is_own(error.filename, path):
            error.filename, error.filename2 = os.fspath(path), None
        raise


def _is_own(name: object, path: PathLike) -> bool:
    """Return whether an error tells no name, the draft's, or the one that links lead to."""
    return name is None or str(name).endswith(_DRAFT) or name == os.path.realpath(path)


def _special(path: PathLike, mode: str) -> IO[Any] | None:
    """Open what is there if it is not a file to replace; return None for a regular file and for a free name."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return None
    for stream in (1, 2):
        if _is_open_as(stream, there):
            return _opened(os.dup(stream), mode)  # it shares the place where the stream writes next
    return None if stat.S_ISREG(there.st_mode) else _opened(path, mode)


def _is_open_as(descriptor: int, there: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), there)
    except OSError:
        return False


@contextmanager
def _draft(path: PathLike, mode: str, name: Callable[[str, str], None]) -> Iterator[IO[Any]]:
    """Give a new file in the folder of `path`; at the end `name(draft, target)` gives it its name."""
    if not os.path.basename(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    target = os.path.realpath(path)
    folder, base = os.path.split(target)
    draft = os.path.join(folder, f".{base[:32]}.{os.urandom(6).hex()}{_DRAFT}")  # a name may be up to 255 bytes long
    try:
        with _opened(draft, mode.replace("w", "x")) as file:
            copy_permissions(target, draft)
            yield file
            file.flush()
            os.fsync(file.fileno())
        name(draft, target)
    finally:
        with suppress(OSError):
            os.unlink(draft)


def _opened(file: PathLike | int, mode: str) -> IO[Any]:
    return open(file, mode) if "b" in mode else open(file, mode, encoding="utf-8", newline="\n")


def copy_permissions(target: str, draft: str) -> None:
    """Give a draft the permissions of the file it replaces. Raises PermissionError where that is not to be written."""
    if os.path.exists(target):
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        os.chmod(draft, stat.S_IMODE(os.stat(target).st_mode))


def _take_free_name(draft: str, target: str) -> None:
    """Give a draft a name that must be free."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        os.replace(draft, target)

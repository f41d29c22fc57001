"""Files are written whole, or not at all."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

import pytest

from noughts import errors
from noughts.errors import (
    GameError,
    IllegalMoveError,
    InvalidPositionError,
    LimitExceeded,
    NotationError,
    NoughtsError,
    StrategyError,
)
from noughts.files import creating, replacing

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")

Write = Callable[..., AbstractContextManager[Any]]


@pytest.mark.parametrize("write", [replacing, creating])
def test_a_new_file(tmp_path: Path, write: Write) -> None:
    path = tmp_path / ("a" * 255)
    with write(path) as file:
        file.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]
    (tmp_path / "plain").touch()
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_older_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with path.open("rb") as reader, replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert reader.closed


@pytest.mark.parametrize("write", [replacing, creating])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError, SystemExit])
def test_whatever_ends_it_leaves_nothing(tmp_path: Path, write: Write, stop: type[BaseException]) -> None:
    def fail(file: BinaryIO) -> None:
        file.write(b"half")
        raise stop

    with pytest.raises(stop), write(tmp_path / "f") as file:
        fail(file)
    assert list(tmp_path.iterdir()) == []


def test_an_older_file_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    for step in ("os.fsync", "os.replace", "os.chmod"):
        with monkeypatch.context() as patch:
            patch.setattr(step, interrupt)
            with pytest.raises(KeyboardInterrupt), replacing(path) as file:
                file.write(b"new")
        assert list(tmp_path.iterdir()) == [path]
        assert path.read_bytes() == b"old"


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def noted(name: str, act: Callable[..., object]) -> Callable[..., object]:
        def noting(*arguments: object) -> object:
            steps.append(name)
            return act(*arguments)

        return noting

    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    with replacing(tmp_path / "f") as file:
        file.write(b"new")
    assert steps == ["fsync", "replace"]


def test_nothing_is_created_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError) as caught, creating(path):
        pytest.fail("the block is not entered")
    assert caught.value.filename == str(path)
    assert (list(tmp_path.iterdir()), path.read_bytes()) == ([path], b"old")


@pytest.mark.parametrize("links", [True, False])
def test_another_process_may_be_faster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        without_links(monkeypatch)
    path = tmp_path / "f"
    with pytest.raises(FileExistsError) as caught, creating(path):
        path.write_bytes(b"theirs")
    assert caught.value.filename == str(path)
    assert (list(tmp_path.iterdir()), path.read_bytes()) == ([path], b"theirs")


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: str, target: str) -> None:
        raise PermissionError(errno.EPERM, "no links here", source, None, target)

    monkeypatch.setattr(os, "link", refuse)


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)
    with creating(tmp_path / "f") as file:
        file.write(b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


@pytest.mark.parametrize("write", [replacing, creating])
def test_symbolic_links_are_followed(tmp_path: Path, write: Write) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "f", tmp_path / "link"
    link.symlink_to(target)
    with write(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert list((tmp_path / "folder").iterdir()) == [target]


@pytest.mark.parametrize("write", [replacing, creating])
@pytest.mark.parametrize("name", ["no/such/folder", "f/g", "a\0b", "", "new/", "a" * 256, "folder"])
def test_errors_quote_the_path_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").touch()
    Path("folder").mkdir()
    with pytest.raises(OSError, match=r".") as caught, write(name):
        pytest.fail("the block is not entered")
    assert caught.value.filename == name
    assert caught.value.strerror
    assert sorted(path.name for path in tmp_path.iterdir()) == ["f", "folder"]


def test_an_error_of_the_block_keeps_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "f"):
        (tmp_path / "other").read_bytes()
    assert caught.value.filename == str(tmp_path / "other")


def test_a_file_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write everything
    with pytest.raises(PermissionError) as caught, replacing(path):
        pytest.fail("the block is not entered")
    assert caught.value.filename == str(path)
    assert (list(tmp_path.iterdir()), path.read_bytes()) == ([path], b"old")


@needs_full
@pytest.mark.parametrize("write", [replacing, creating])
def test_a_device_is_written_to_and_not_replaced(tmp_path: Path, write: Write) -> None:
    link = tmp_path / "link"
    link.symlink_to(FULL)
    for path in (FULL, link):
        with pytest.raises(OSError, match="No space left") as caught, write(path) as file:
            file.write(b"new")
        assert caught.value.filename == str(path)
    assert stat.S_ISCHR(FULL.stat().st_mode)
    assert link.is_symlink()


@pytest.mark.parametrize("write", [replacing, creating])
def test_a_named_pipe_is_written_to(tmp_path: Path, write: Write) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with write(pipe) as file:
        file.write(b"new")
    reader.join()
    assert read == [b"new"]
    assert list(tmp_path.iterdir()) == [pipe]


SCRIPT = """
from noughts.files import creating, replacing
print("first", flush=True)
for write in (replacing, creating):
    with write("/dev/stdout", "w") as file:
        file.write("middle\\n")
print("last")
"""


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout")
def test_standard_output_keeps_what_is_there(tmp_path: Path) -> None:
    expected = b"first\nmiddle\nmiddle\nlast\n"
    piped = subprocess.run([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, check=True)
    assert piped.stdout == expected
    with (tmp_path / "f").open("wb") as file:
        subprocess.run([sys.executable, "-c", SCRIPT], stdout=file, check=True)
    assert (tmp_path / "f").read_bytes() == expected


BAD_INPUT = (GameError, NotationError, InvalidPositionError, IllegalMoveError)


def test_every_exception_is_a_noughts_error_and_bad_input_a_value_error() -> None:
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    assert all(issubclass(value, NoughtsError) for value in classes if issubclass(value, Exception))
    assert all(issubclass(error, ValueError) for error in BAD_INPUT)
    assert not any(issubclass(error, ValueError) for error in (LimitExceeded, StrategyError))

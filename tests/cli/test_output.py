"""Standard output on a full disk, closed, or without a reader; and input without end, in one short line."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.cli.output import Output
from noughts.errors import FileError, NoughtsError, file_errors, shortened
from tests.certify.builders import draw_of_333
from tests.cli.conftest import Run

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")

LINES = [
    "--help",
    "--version",
    "prove --help",
    "prove ring",
    "prove ring --json",
    "prove ring paths",
    "check good",
    "match ring first",
    "match ring first --json",
    "match random first --games 2 --workers 1",
    "solve",
    "analyse X../.../...",
    "analyse XXO/OOX/X.. --tree",
    "tabulate 3,3,3 --out t",
    "replay game",
    "convert game",
    "convert game --out t",
    "explain X../.../... --strategy ring",
    "engine-check false",
    "strategies",
    "census 3,3,3 --depth 2",
    "census 3,3,3",
    "play --x first --o first",
    "web --port 0 --database sqlite:///games.db",
]
IN_A_PROCESS = [
    "--version",
    "prove ring",
    "play --x first --o first",
    "engine --strategy first",
    *(pytest.param(line, marks=pytest.mark.slow) for line in ("tabulate 3,3,3 --out t", "convert game --out t")),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    draw_of_333(tmp_path / "good")
    (tmp_path / "game").write_text("1. b2 a1")
    return tmp_path


def shell(folder: Path, line: str, redirection: str) -> tuple[int, str]:
    """Run a command line in a shell; return its exit code and what is on standard error."""
    ran = subprocess.run(
        ["sh", "-c", f'exec "$0" -m noughts {line} {redirection}', sys.executable],
        cwd=folder,
        input="START 15\nEND\n",
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
    return ran.returncode, ran.stderr


@needs_full
@pytest.mark.parametrize("line", LINES)
def test_standard_output_on_a_full_disk(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        ran = run(*line.split())
    assert (ran.code, ran.err) == (2, "noughts: cannot write standard output: No space left on device\n")
    assert not list(folder.glob(".*"))


@pytest.mark.parametrize("line", LINES)
def test_standard_output_that_is_closed(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    ran = run(*line.split())
    assert (ran.code, ran.err) == (2, "noughts: cannot write standard output: Bad file descriptor\n")


@pytest.mark.gate
@needs_full
@pytest.mark.parametrize("line", IN_A_PROCESS)
def test_both_in_a_process(folder: Path, line: str) -> None:
    """What Python does with the stream at its end changes neither the code nor the line."""
    refused = "noughts: cannot write standard output: "
    assert shell(folder, line, "> /dev/full") == (2, f"{refused}No space left on device\n")
    (folder / "t").unlink(missing_ok=True)
    assert shell(folder, line, ">&-") == (2, f"{refused}Bad file descriptor\n")
    assert not list(folder.glob(".*"))


@pytest.mark.gate
@needs_full
@pytest.mark.parametrize(("line", "code"), [("prove ring", 0), ("prove weights", 1), ("prove nobody", 2), ("prov", 2)])
def test_standard_error_on_a_full_disk(folder: Path, line: str, code: int) -> None:
    assert shell(folder, line, "2> /dev/full") == (code, "")
    assert shell(folder, line, "> /dev/full 2> /dev/full") == (2, "")


@pytest.mark.parametrize("line", ["--help", "--version", "prove ring", "strategies", "play --x first --o first"])
def test_a_reader_that_goes_away(line: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "noughts", *line.split()]
    with os.fdopen(writer, "wb") as output:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, check=False)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.parametrize("line", ["explain - --strategy ring", "convert -", "replay -"])
def test_standard_input_that_is_closed(folder: Path, line: str) -> None:
    assert shell(folder, line, "<&-") == (2, "noughts: cannot read standard input: it is closed\n")


@needs_full
@pytest.mark.parametrize(
    "line",
    [
        "tabulate 3,3,3 --out /dev/full",
        "prove ring --certificate /dev/full",
        "prove ring --certificate full.gz",
        "solve --certificate /dev/full",
        "solve 6,6,5 --checkpoint /dev/full",
        "convert game --out /dev/full",
        "match first random --games 2 --workers 1 --records full.sgf",
        "match first random --games 2 --workers 1 --resume /dev/full",
        "play --x first --o first --save /dev/full",
        "check /dev/full",
    ],
)
def test_a_full_device_is_one_line(run: Run, folder: Path, line: str) -> None:
    for name in ("full.gz", "full.sgf"):
        Path(name).symlink_to(FULL)
    before = sorted(folder.iterdir())
    ran = run(*line.split())
    assert ran.code == 2
    assert ran.err.startswith("noughts: ")
    assert ran.err.count("\n") == 1
    assert "full" in ran.err
    assert stat.S_ISCHR(FULL.stat().st_mode)
    assert sorted(folder.iterdir()) == before


def test_output_remembers_its_fault() -> None:
    class Refusing:
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "broken")

    output = Output(Refusing())  # type: ignore[arg-type]
    assert output.fault is None
    with pytest.raises(OSError, match="broken") as caught:
        output.write("text")
    assert output.fault is caught.value


def test_an_error_of_the_system_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, words in [
        (OSError(errno.EAGAIN, "no more processes"), "no more processes"),
        (OSError(errno.EACCES, "not yours", "file"), "'file': not yours"),
        (OSError("odd"), "odd"),
    ]:

        def fail(name: str, error: OSError = error) -> None:
            raise error

        monkeypatch.setattr("noughts.cli.strategies.describe", fail)
        ran = run("strategies")
        assert (ran.code, ran.out, ran.err) == (2, "", f"noughts: {words}\n")


ENDLESS = ["9" * 100_000, "9 " * 50_000, "\"'" + "9 " * 50_000]


@pytest.mark.parametrize("text", ENDLESS, ids=["word", "words", "quotes"])
@pytest.mark.parametrize(
    "line",
    [
        "solve {}",
        "solve 3,3,3 {}",
        "{}",
        "solve --{}",
        "solve --position {}",
        "explain {} --strategy ring",
        "prove {}",
        "prove paths:level={}",
        "prove ring --seat {}",
        "prove ring --games {}",
        "census 3,3,3 --depth {}",
        "check {}",
        "convert {}",
        "convert game --out {}",
        "match ring first --openings {}",
        "tabulate 3,3,3 --out t --memory {}",
        "play --moves {}",
        "web --port 0 --host {}",
    ],
)
def test_input_without_end_is_quoted_to_80_characters(run: Run, folder: Path, line: str, text: str) -> None:
    ran = run(*(part.replace("{}", text) for part in line.split()))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "9" * 50 in ran.err or "9 " * 25 in ran.err
    assert "..." in ran.err
    assert "9" * 81 not in ran.err
    assert "9 " * 41 not in ran.err
    assert len(ran.err) < 400


@pytest.mark.parametrize("text", ["9" * 300_000, "zz " * 100_000, '{"schema": "' + "a" * 300_000, "(;" + "A" * 300_000])
@pytest.mark.parametrize(
    "line", ["replay f", "convert f", "check f", "match ring first --openings f", "solve 6,6,5 --checkpoint f"]
)
def test_a_file_that_is_one_endless_line(run: Run, tmp_path: Path, line: str, text: str) -> None:
    Path("f").write_text(text)
    ran = run(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert len(ran.err) < 400


def test_what_is_not_long_is_not_cut() -> None:
    folder = "/a/folder/with/a/name/of/many/parts" * 4
    for text in (
        f"cannot write {folder!r}: No such file",
        "strategy 'a' is one, 'b' is another" + ", and so it goes on" * 20 + " up to 'c'",
        "it's the players' own (in parentheses)",
    ):
        assert shortened(text) == text
    assert shortened("so it goes on, " * 1000).endswith("...")
    assert len(shortened("so it goes on, " * 1000)) == 2000


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "no")])
def test_errors_of_files_are_in_words(error: Exception) -> None:
    with pytest.raises(FileError, match="cannot write 'a b': "), file_errors("write", "a b"):
        raise error


@pytest.mark.parametrize("error", [NoughtsError("mine"), BrokenPipeError(), KeyError("bug")])
def test_other_errors_are_left_alone(error: Exception) -> None:
    with pytest.raises(type(error)) as caught, file_errors("write", "f"):
        raise error
    assert caught.value is error

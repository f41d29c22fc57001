"""The exit codes of all commands, standard output that cannot be written, and input without end."""

import errno
import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from noughts.app.compilation import KERNELS
from noughts.cli.exits import Exit
from noughts.cli.group import noughts
from noughts.errors import FileError, NoughtsError, file_errors
from noughts.programs.load.beside import class_beside
from noughts.programs.load.files import parsed
from noughts.solve.solver import Solver
from noughts.strategies import registry
from tests.cli.conftest import Run, without_progress
from tests.kernels import SETS

EMPTY = "/".join(["." * 9] * 9)
ANSWERED, NO, BAD, UNKNOWN = Exit.ANSWERED, Exit.NO, Exit.BAD, Exit.UNKNOWN

TABLE = [
    ("prove ring paths", ANSWERED),
    ("prove weights --seat second --max-positions 2500 --certificate new", NO),
    ("prove ring first --max-positions 50", UNKNOWN),
    ("prove ring --certificate no/folder", BAD),
    ("fix first --seat second --game 3,2,3 --seconds 0", UNKNOWN),
    ("regret paths:level=easy", BAD),
    ("check text", BAD),
    (f"solve {EMPTY} --moves --game 9,9,5 --seconds 0.1 --no-distance", UNKNOWN),
    (f"explain {EMPTY} --game 9,9,5 --strategy first --truth", UNKNOWN),
    ("replay larger --explain --seconds 0 --json", UNKNOWN),
    ("rules win", NO),
    ("match first random --sprt elo0=0,elo1=5 --games 4 --workers 1", UNKNOWN),
    ("convert game --out ~/game", BAD),
    ("engine --strategy nobody", BAD),
    ("web --port 70000", BAD),
    ("site new/site --docs .", BAD),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with two games, and a file that is nothing of the kind."""
    for kernels in set(KERNELS).difference(*(line.split() for line in SETS)):  # compiling each takes its time
        monkeypatch.delitem(KERNELS, kernels)
    # Without a search that takes its time.
    monkeypatch.setattr(Solver, "truth", lambda solver, position, budget=None: solver.known(position))
    (tmp_path / "game").write_text("1. b2 a1")
    (tmp_path / "larger").write_text("game 5,5,4\n1. b2 a1")
    (tmp_path / "text").write_text("text\n")
    return tmp_path


@pytest.mark.parametrize(("line", "code"), TABLE, ids=[line for line, _ in TABLE])
def test_the_table(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: Exit) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"))  # compiled
    monkeypatch.setenv("HOME", str(folder / "nowhere"))
    before = {path.name for path in folder.iterdir()}
    ran = run(*line.split())
    assert ran.code == code, ran.err
    assert "Traceback" not in ran.err
    if code is BAD:
        assert ran.err.startswith("noughts: ")
        assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert {path.name for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("error", "begins", "ends"),
    [
        (ZeroDivisionError("our own fault"), "Traceback", "\nZeroDivisionError: our own fault\n"),
        (OSError(errno.EAGAIN, "no more processes"), "noughts: ", "noughts: no more processes\n"),
        (OSError(errno.EACCES, "not yours", "file"), "noughts: ", "noughts: 'file': not yours\n"),
        (OSError("odd"), "noughts: ", "noughts: odd\n"),
    ],
)
def test_an_error_is_no_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, begins: str, ends: str
) -> None:
    """One of the system is one line; a fault of ours has a traceback."""

    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr("noughts.cli.strategies.describe", fail)
    ran = run("strategies")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(begins)
    assert ran.err.endswith(ends)


FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
REFUSED = "noughts: cannot write standard output: "
LINES = ["--help", "prove ring", "web --port 0 --database sqlite:///games.db"]


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
    return ran.returncode, without_progress(ran.stderr)


@needs_full
@pytest.mark.parametrize("line", LINES)
def test_standard_output_on_a_full_disk_or_closed(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        ran = run(*line.split())
    assert (ran.code, ran.err) == (2, f"{REFUSED}No space left on device\n")
    assert not list(folder.glob(".*"))
    monkeypatch.setattr(sys, "stdout", None)
    ran = run(*line.split())
    assert (ran.code, ran.err) == (2, f"{REFUSED}Bad file descriptor\n")
    gc.collect()  # from Python 3.13 on, a database that was left open fails this test and no other one


@pytest.mark.gate
@needs_full
@pytest.mark.parametrize("line", ["prove ring", "engine --strategy first"])
def test_both_in_a_process(tmp_path: Path, line: str) -> None:
    """What Python does with the stream at its end changes neither the code nor the line."""
    assert shell(tmp_path, line, "> /dev/full") == (2, f"{REFUSED}No space left on device\n")
    assert shell(tmp_path, line, ">&-") == (2, f"{REFUSED}Bad file descriptor\n")


@pytest.mark.gate
@needs_full
@pytest.mark.parametrize(("line", "code"), [("prove weights", 1), ("prove nobody", 2)])
def test_standard_error_on_a_full_disk(tmp_path: Path, line: str, code: int) -> None:
    assert shell(tmp_path, line, "2> /dev/full") == (code, "")
    assert shell(tmp_path, line, "> /dev/full 2> /dev/full") == (2, "")


@pytest.mark.parametrize("line", ["--help", "prove ring"])
def test_a_reader_that_goes_away(line: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "noughts", *line.split()]
    with os.fdopen(writer, "wb") as output:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (ran.returncode, without_progress(ran.stderr)) == (141, "")


@pytest.mark.parametrize("line", ["explain - --strategy ring", "convert -"])
def test_standard_input_that_is_closed(tmp_path: Path, line: str) -> None:
    assert shell(tmp_path, line, "<&-") == (2, "noughts: cannot read standard input: it is closed\n")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{}", "9" * 100_000),
        ("prove {}", "\"'" + "9 " * 50_000),
    ],
    ids=["word", "quotes"],
)
def test_input_without_end_is_quoted_to_80_characters(run: Run, line: str, text: str) -> None:
    ran = run(*(part.replace("{}", text) for part in line.split()))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "9" * 50 in ran.err or "9 " * 25 in ran.err
    assert "..." in ran.err
    assert "9" * 81 not in ran.err
    assert "9 " * 41 not in ran.err
    assert len(ran.err) < 400


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("convert f", "(;" + "A" * 300_000),
        ("check f", '{"schema": "' + "a" * 300_000),
        ("match ring first --openings f", "zz " * 100_000),
        ("rules long.rules", "win\n" * 10_000),
        ("prove plan.json", "9" * 5000),
        ("prove notebook.ipynb", "[" * 100_000),
    ],
    ids=lambda text: text[:20],
)
def test_a_file_of_far_too_much(run: Run, tmp_path: Path, line: str, text: str) -> None:
    """The line has not the names of Python's errors, nor what it advises."""
    (tmp_path / line.rsplit(maxsplit=1)[-1]).write_text(text)
    ran = run(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert len(ran.err) < 400
    assert "Error" not in ran.err
    assert "set_int" not in ran.err


def test_errors_of_files_are_in_words() -> None:
    """Others are left alone."""
    for error in (OSError(errno.ENOSPC, "full"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "no")):
        with pytest.raises(FileError, match="cannot write 'a b': "), file_errors("write", "a b"):
            raise error
    for other in (NoughtsError("mine"), BrokenPipeError(), KeyError("bug")):
        with pytest.raises(type(other)) as caught, file_errors("write", "f"):
            raise other
        assert caught.value is other


needs_zero = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


@needs_zero
@pytest.mark.parametrize(
    ("line", "name", "bound"),
    [
        ("match ring first --openings games", "games", "64 MiB"),
        ("prove list.rules", "list.rules", "64 KiB"),
        ("convert -", "-", "64 MiB"),
    ],
)
def test_input_without_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, name: str, bound: str
) -> None:
    (tmp_path / name).symlink_to("/dev/zero")
    with open("/dev/zero", encoding="utf-8") as zero:
        monkeypatch.setattr(sys, "stdin", zero)
        ran = run(*line.split())
    assert (ran.code, ran.out, ran.err) == (2, "", f"noughts: cannot read {name!r}: it has more than {bound}\n")


@needs_pipes
def test_a_pipe_that_nobody_writes_to(run: Run, tmp_path: Path) -> None:
    """The seconds of a check hold while it waits for its file."""
    os.mkfifo(tmp_path / "pipe")
    ran = run("check", "pipe", "--seconds", "0.1")
    assert (ran.code, ran.out, ran.err) == (3, "unknown: 0.1 s are over\n", "")


@needs_pipes
def test_a_pipe_beside_a_program_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    os.mkfifo(tmp_path / "other.py")
    assert parsed(tmp_path / "other.py").body == []
    assert class_beside(str(tmp_path / "mine.py"), "Board") is None


# Options that several commands have: each is used where it is accepted, and means the same everywhere.


OF_PROGRAMS = {"--read", "--answer-seconds", "--memory", "--turn", "--traceback"}


@pytest.mark.parametrize(
    "name", ["prove", "fix", "regret", "explain", "check", "plan", "poster", "grade", "match", "play"]
)
def test_every_command_that_takes_a_program_has_the_same_options_for_it(name: str) -> None:
    command = noughts.get_command(click.Context(noughts), name)
    assert command is not None
    assert {text for option in command.params for text in option.opts} >= OF_PROGRAMS


def test_what_is_not_for_games_with_options_says_so(run: Run, tmp_path: Path) -> None:
    ran = run("tabulate", "4,3,3-exact", "--out", "made")
    assert ran.code == 2
    assert "tables are for games without options, and" in ran.err
    assert not (tmp_path / "made").exists()


EXPLAIN = ("explain", "X../.O./..X", "--strategy", "paths")


def test_explain_speaks_german(run: Run) -> None:
    ran = run("--language", "de", *EXPLAIN)
    assert ran.code == 0
    assert "paths, O am Zug: b1" in ran.out
    reason = "eine Ausnahme von der Tabelle, nur für diese Stellung"
    assert f"ihr Grund: {reason}" in ran.out
    assert json.loads(run("--language", "de", *EXPLAIN, "--json").out)["reason"] == reason


@pytest.mark.parametrize(
    ("variables", "text"),
    [
        ({"LANGUAGE": "de:en"}, "O am Zug"),
        ({"LANGUAGE": "", "LANG": "de_AT.UTF-8", "LC_ALL": "C.UTF-8"}, "O to move"),
    ],
)
def test_the_environment_says_the_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], text: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert text in run(*EXPLAIN).out


def test_an_answer_is_in_one_language(run: Run) -> None:
    """A command whose answers are English has English errors; one that speaks German says all in German."""
    assert run("--language", "de", "prove", "nobody").err.startswith("noughts: no strategy 'nobody'")
    assert "keine Strategie" in run("--language", "de", "explain", "X../.../...", "--strategy", "nobody").err


def test_a_language_that_there_is_not(run: Run) -> None:
    ran = run("--language", "xx", "strategies")
    assert ran.code == 2
    assert "no language 'xx': expected one of en, de." in ran.err


def completed(*words: str) -> list[tuple[str, str]]:
    """Return what a shell completes the last of some words to, each with its type."""
    *before, last = words
    shell = ShellComplete(noughts, {}, "noughts", "_NOUGHTS_COMPLETE")
    return [(item.value, item.type) for item in shell.get_completions(before, last)]


@pytest.mark.parametrize(
    "line",
    ["prove", "fix", "regret", "plan", "poster", "match ring", "play --x", "check --strategy", "explain --strategy"],
)
def test_a_shell_completes_strategies(line: str) -> None:
    assert completed(*line.split(), "p") == [(name, "plain") for name in registry.names() if name.startswith("p")]
    assert completed(*line.split(), "mine.p") == [("mine.p", "file")]


def test_a_person_plays_too() -> None:
    assert ("human", "plain") in completed("play", "--x", "")
    assert ("human", "plain") in completed("play", "--o", "")

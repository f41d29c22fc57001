"""Every option of `prove`, `fix` and `regret` changes what the command does: none is accepted and ignored."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from noughts.cli import prove as command
from noughts.cli.group import noughts
from noughts.prove import verdict
from noughts.search import kernel_loading
from tests.cli.conftest import Run

# By option: a command line, and words that change what it prints, its exit code or its files.
OF_ALL = {
    "--game": ("first --game 3,1,2", "--game 2,2,2"),
    "--exact": ("first --game 3,2,2", "--exact"),
    "--max-positions": ("first --game 3,2,3", "--max-positions 10"),
    "--repeat": ("first --game 3,1,2", "--repeat 2"),
    "--seconds": ("first --game 3,1,2", "--seconds 0"),
    "--read": ("first --game 3,1,2", "--read x"),
    "--answer-seconds": ("first --game 3,1,2", "--answer-seconds 0.01"),  # refused; tests/cli/test_programs.py has more
    "--unsafe-pickle": ("q.pkl", "--unsafe-pickle"),
    "--traceback": ("raises.py:Raises --game 2,2,2", "--traceback"),
    "--json": ("first --game 3,1,2", "--json"),
}
SEAT = {"--seat": ("first --game 3,1,2", "--seat first")}
LINES = {
    "fix": OF_ALL | SEAT,
    "regret": OF_ALL | {"--tables": ("first --game 3,1,2", "--tables nowhere")},
    "prove": OF_ALL
    | SEAT
    | {
        "--games": ("paths:level=easy --game 2,2,2 --seat first --games 3", "--games 4"),
        "--seed": ("paths:level=easy --game 3,2,3 --seat first --games 30", "--seed 1"),
        "--count": ("first --game 5,5,3 --seat first --max-positions 1000", "--count"),
        "--shortest": ("first --game 7,7,4 --seat first", "--shortest"),
        "--certificate": ("first --game 3,1,3", "--certificate first.cert"),
        "--workers": ("first --game 3,1,2", "--workers 2"),
        "--executor": ("first --game 3,1,2", "--executor x"),
        "--tables": ("first --game 3,1,2", "--tables nowhere"),
    },
}
PROGRAMS = ("--unsafe-pickle", "--traceback")  # each starts a program in a process of its own

CASES = [
    pytest.param(name, option, id=f"{name} {option}", marks=[pytest.mark.slow] * (option in PROGRAMS))
    for name, lines in LINES.items()
    for option in lines
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with two programs. A search for a line is in plain Python, and a walk beside it short."""
    (tmp_path / "q.pkl").write_text("")
    (tmp_path / "raises.py").write_text(
        "class Raises:\n    name = 'raises'\n    def supports(self, game): return True\n"
        "    def decide(self, position, rng): raise ValueError\n"
    )
    monkeypatch.setattr(kernel_loading, "is_loaded", lambda seconds: False)
    monkeypatch.setattr(verdict, "_TRIAL", 100)
    return tmp_path


@pytest.mark.parametrize(("name", "option"), CASES)
def test_each_is_used(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, option: str) -> None:
    workers = set[object]()

    def asked_for(*given: object) -> AbstractContextManager[None]:
        workers.add(given)
        return nullcontext()

    monkeypatch.setattr(command, "workers_of", asked_for)
    line, words = LINES[name][option]
    plain = run(name, *line.split())
    given = run(name, *line.split(), *words.split())
    said = "No such option"
    assert said not in plain.err + given.err
    new = {path.name for path in folder.iterdir()} - {"q.pkl", "raises.py"}
    assert (plain.code, plain.out, plain.err) != (given.code, given.out, given.err) or new or len(workers) > 1


@pytest.mark.parametrize("name", LINES)
def test_the_table_has_every_option(name: str) -> None:
    made = noughts.get_command(None, name)  # type: ignore[arg-type]
    assert made is not None
    declared = {text for each in made.params for text in each.opts if text.startswith("--")}
    assert declared - {"--help"} == set(LINES[name])


@pytest.mark.parametrize(
    "line",
    [
        "prove ring --fix",
        "prove ring --against-truth",
        "regret ring --seat first --repeat 5 --count --shortest --games 7 --seconds 0.1",
        *(f"{name} ring {option}" for name in ("fix", "regret") for option in ("--count", "--games 7", "--workers 2")),
    ],
)
def test_others_are_refused(run: Run, line: str) -> None:
    ran = run(*line.split())
    assert (ran.code, ran.out) == (2, "")
    assert "No such option" in ran.err

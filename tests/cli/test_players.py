"""`engine:COMMAND` and `pipe:COMMAND` wherever a player is named."""

import io
import json
import pickle
import re
import shlex
import sys
from pathlib import Path

import pytest

from noughts.app.players import Loader, load_player
from noughts.engines.client import EngineStrategy
from noughts.engines.pipe import PipeStrategy
from noughts.errors import StrategyError
from noughts.testing import scripted_engine
from tests.cli.conftest import Run

RING = f"engine:{shlex.join([sys.executable, '-m', 'noughts', 'engine', '--strategy', 'ring'])}"


def test_a_strategy_of_the_registry() -> None:
    assert load_player("paths:override=off").name == "paths:override=off"


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("engine:cat -u", ("cat -u", 1.0, "game")),
        ("engine(seconds=2.5,keep=nothing):cat", ("cat", 2.5, "nothing")),
        (" engine ( keep = process ) : cat --a=b ", ("cat --a=b", 1.0, "process")),
        ("engine():cat", ("cat", 1.0, "game")),
    ],
)
def test_engines(spec: str, expected: tuple[str, float, str]) -> None:
    engine = load_player(spec)
    assert isinstance(engine, EngineStrategy)
    assert (engine.command, engine.seconds, engine.keep) == expected


@pytest.mark.parametrize(
    ("spec", "expected"),
    [("pipe:cat -u", ("cat -u", 1.0)), (" pipe ( seconds = 2.5 ) : cat (a:b)", ("cat (a:b)", 2.5))],
)
def test_pipes(spec: str, expected: tuple[str, float]) -> None:
    pipe = load_player(spec, keep="process")
    assert isinstance(pipe, PipeStrategy)
    assert (pipe.command, pipe.seconds) == expected


def test_what_is_kept_where_nothing_is_said() -> None:
    engines = [load_player(spec, keep="process") for spec in ("engine:cat", "engine(keep=game):cat")]
    assert [engine.keep for engine in engines if isinstance(engine, EngineStrategy)] == ["process", "game"]


def test_a_loader_is_the_same_in_a_worker() -> None:
    loader = Loader(pickles=True, margin=0.5, keep="process")
    assert pickle.loads(pickle.dumps(loader)) == loader != Loader(pickles=True, margin=0.5)
    engine = loader("engine:cat")
    assert isinstance(engine, EngineStrategy)
    assert (engine.keep, engine.margin) == ("process", 0.5)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("engine:", "no engine ''"),
        ("engine:./nope", "there is no program './nope'"),
        ("engine(time=1):cat", "'time=1' is not an option, expected seconds=NUMBER or keep=game|process|nothing"),
        ("engine(seconds):cat", "'seconds' is not an option"),
        ("engine(command=x):cat", "'command=x' is not an option"),
        ("engine(seconds=x):cat", "seconds cannot be 'x', expected a number"),
        ("engine(seconds=-1):cat", "seconds cannot be -1, expected 0 to 3600"),
        ("engine(margin=-1):cat", "margin cannot be -1, expected 0 to 3600"),
        ("engine(keep=all):cat", "keep cannot be 'all', expected game|process|nothing"),
        ("engine", "no strategy 'engine'"),
        ("pipe:", "no program ''"),
        ("pipe(keep=game):cat", "'keep=game' is not an option, expected seconds=NUMBER"),
        ("pipe(seconds=x):cat", "seconds cannot be 'x', expected a number"),
    ],
)
def test_engines_that_are_none(spec: str, complaint: str) -> None:
    with pytest.raises(StrategyError) as caught:
        load_player(spec)
    assert complaint in str(caught.value)


def test_prove_an_engine_and_say_what_is_assumed(run: Run) -> None:
    proved, itself = run("prove", RING), run("prove", "ring")
    assert proved.code == itself.code == 0
    name = f"{RING} is deterministic (the board set up anew in every position, 1 s for a move)"
    without_rules = re.sub(r"  decided by .*\n( {15,}.*\n)*", "", itself.out)
    assert proved.out.replace(RING, "ring") == without_rules + f"assumed: {name}\n".replace(RING, "ring")


def test_prove_an_engine_as_json(run: Run) -> None:
    ran = run("prove", f"engine:{scripted_engine()}", "--seat", "second", "--json")
    found = json.loads(ran.out)
    plain = json.loads(run("prove", "first", "--seat", "second", "--json").out)
    assert ran.code == 1
    assert [plain["seats"]["second"].pop(name)[0] for name in ("rules", "line_rules")] == [
        {"rule": "first free", "positions": 158},
        "",
    ]
    assert found["seats"] == plain["seats"]
    assert "is deterministic" in found["assumed"]
    assert "assumed" not in plain


def test_what_is_assumed_of_an_engine_is_said_where_a_certificate_is_checked(run: Run, tmp_path: Path) -> None:
    path, spec = str(tmp_path / "first.cert"), f"engine:{scripted_engine()}"
    assert run("prove", "first", "--game", "7,1,5", "--seat", "first", "--certificate", path).code == 0
    ran = run("check", path, "--strategy", spec)
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith(f"assumed: {spec} is deterministic")
    assert "is deterministic" in json.loads(run("check", path, "--strategy", spec, "--json").out)["assumed"]


@pytest.mark.slow
def test_regret_says_what_is_assumed_of_an_engine(run: Run) -> None:
    spec = f"engine:{scripted_engine()}"
    ran = run("regret", spec)
    assert ran.code == 1
    assert ran.out.splitlines()[-1].startswith(f"assumed: {spec} is deterministic")
    assert "is deterministic" in json.loads(run("regret", spec, "--json").out)["assumed"]


def test_the_losing_line_of_an_engine_can_be_replayed(run: Run) -> None:
    spec = f"engine:{scripted_engine()}"
    ran = run("prove", spec, "--seat", "second")
    (command,) = (line.partition("noughts ")[2] for line in ran.out.splitlines() if "replay it" in line)
    assert shlex.split(command)[3:5] == ["--o", spec]


def test_a_program_that_says_that_it_draws_is_measured(run: Run, tmp_path: Path) -> None:
    (tmp_path / "drawn.py").write_text(
        "import json, random, sys\nfor line in sys.stdin:\n    move = random.choice(json.loads(line)['moves'])\n"
        "    print(json.dumps({'move': move, 'random': True}), flush=True)\n"
    )
    spec = f"pipe:{sys.executable} -S {tmp_path}/drawn.py"
    ran = run("prove", spec, "--seat", "second", "--games", "50")
    assert (ran.code, "measured, not proved: it lost " in ran.out) == (1, True)
    said = "the program says that it draws its answers at random: measured, not proved"
    assert f"random numbers: {said}\n" in ran.out
    assert "assumed" not in ran.out
    document = json.loads(run("prove", spec, "--seat", "second", "--games", "50", "--json").out)
    assert (document["unlisted"], "assumed" in document) == (said, False)


def test_an_engine_explains_itself_in_few_words(run: Run) -> None:
    ran = run("explain", "X../.../...", "--strategy", f"engine:{scripted_engine('noisy')}")
    assert ran.code == 0
    assert "the engine says: 'thinking'" in ran.out


def test_an_engine_that_fails_is_one_line(run: Run) -> None:
    ran = run("explain", "X../.../...", "--strategy", f"engine:{scripted_engine('crash')}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "ended with exit code 3, expected a move; its standard error ends with 'out of ideas'" in ran.err


def test_play_against_an_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\nquit\n"))
    ran = run("play", "--plain", "--o", f"engine:{scripted_engine()}")
    assert ran.code == 0
    assert "a1" in ran.out

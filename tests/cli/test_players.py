"""`engine:COMMAND` and `pipe:COMMAND` wherever a player is named."""

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
from tests.cli.conftest import Run
from tests.corpus import PROGRAMS
from tests.engines.faulty_engine import scripted_engine

RING = f"engine:{shlex.join([sys.executable, '-m', 'noughts', 'engine', '--strategy', 'ring'])}"


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("engine:cat -u", ("cat -u", 1.0, "game")),
        ("engine(seconds=2.5,keep=nothing):cat", ("cat", 2.5, "nothing")),
        (" engine ( keep = process ) : cat --a=b ", ("cat --a=b", 1.0, "process")),
    ],
)
def test_engines(spec: str, expected: tuple[str, float, str]) -> None:
    engine = load_player(spec)
    assert isinstance(engine, EngineStrategy)
    assert (engine.command, engine.seconds, engine.keep) == expected


def test_what_is_kept_where_nothing_is_said() -> None:
    engines = [Loader(keep="process")(spec) for spec in ("engine:cat", "engine(keep=game):cat")]
    assert [engine.keep for engine in engines if isinstance(engine, EngineStrategy)] == ["process", "game"]


def test_a_pipe() -> None:
    pipe = Loader(keep="process")(" pipe ( seconds = 2.5 ) : cat (a:b)")
    assert isinstance(pipe, PipeStrategy)
    assert (pipe.command, pipe.seconds) == ("cat (a:b)", 2.5)


def test_a_loader_is_the_same_in_a_worker() -> None:
    loader = Loader(margin=0.5, keep="process")
    assert pickle.loads(pickle.dumps(loader)) == loader != Loader(margin=0.5)
    engine = loader("engine:cat")
    assert isinstance(engine, EngineStrategy)
    assert (engine.keep, engine.margin) == ("process", 0.5)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("engine:", "no engine ''"),
        ("engine(time=1):cat", "'time=1' is not an option, expected seconds=NUMBER or keep=game|process|nothing"),
        ("engine(seconds=x):cat", "seconds cannot be 'x', expected a number"),
        ("engine", "no strategy 'engine'"),
        ("pipe(keep=game):cat", "'keep=game' is not an option, expected seconds=NUMBER"),
    ],
)
def test_engines_that_are_none(spec: str, complaint: str) -> None:
    with pytest.raises(StrategyError) as caught:
        load_player(spec)
    assert complaint in str(caught.value)


JUDGED = f"console:{shlex.join([sys.executable, str(PROGRAMS / 'prints_two_numbers.py')])}"
TURN = "{mark}\\n{rows}"


def test_a_turn_is_for_a_console_alone(run: Run) -> None:
    for command in ("prove ring", "explain .../.../... --strategy ring", "match ring first", "play --x ring --o first"):
        ran = run(*command.split(), "--turn", TURN)
        assert (ran.code, ran.out, ran.err) == (2, "", "noughts: --turn is what a program of 'console:COMMAND' reads\n")
    assert pickle.loads(pickle.dumps(Loader(turn=TURN))) == Loader(turn=TURN)


@pytest.mark.gate
def test_a_program_that_is_asked_by_turns(run: Run) -> None:
    asked = ("explain", "XOX/XO./...", "--strategy", JUDGED, "--turn", TURN, "--json")
    found = json.loads(run(*asked).out)
    assert (found["moves"], "a new process for every position" in found["assumed"]) == (["b3"], True)
    said = json.loads(run(*asked, "--read", "-> column row").out)
    assert said["moves"] == ["c2"]
    assert "takes no --read" in run("explain", "XOX/XO./...", "--strategy", JUDGED, "--read", "-> row column").err


@pytest.mark.gate
def test_a_losing_line_of_a_program_by_turns_can_be_replayed(run: Run) -> None:
    text = "import sys; print(sys.stdin.read().index('_'))"
    spec = f"console(read=index):{shlex.join([sys.executable, '-c', text])}"
    ran = run("prove", spec, "--game", "2,2,2", "--seat", "second", "--turn", "{flat}")
    (command,) = (line.partition("noughts ")[2] for line in ran.out.splitlines() if "replay it" in line)
    assert ran.code == 1
    assert shlex.split(command)[3:7] == ["--o", spec, "--turn", "{flat}"]


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
    page = run("prove", f"engine:{scripted_engine()}", "--seat", "second").out
    (command,) = (line.partition("noughts ")[2] for line in page.splitlines() if "replay it" in line)
    assert shlex.split(command)[3:5] == ["--o", f"engine:{scripted_engine()}"]


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

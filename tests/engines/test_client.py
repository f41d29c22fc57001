"""Engines as strategies: what they are told, what is made of their answers, and every way in which they fail."""

import pickle
import random
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.engines.client import Engine, EngineStrategy, Keep
from noughts.errors import EngineError, GameError
from noughts.players.player import consult, supports
from noughts.testing import check_strategy, random_positions
from tests.engines.faulty_engine import scripted_engine

pytestmark = pytest.mark.gate

GAME, SMALL = Game(15, 15, 5), Game(4, 3, 3)
RNG = random.Random(0)
MARGIN = 0.3

# An engine that writes what it is told to a file, and answers as the arguments after it say, in their order.
SPY = """
import sys
log, *answers = sys.argv[1:]
for line in sys.stdin:
    with open(log, "a") as file:
        file.write(line)
    verb = line.split()[0]
    if verb in ("ABOUT", "START", "RECTSTART", "RESTART", "BEGIN", "TURN", "DONE"):
        answer = answers.pop(0) if answers else "ERROR no more"
        print(answer.replace("|", "\\n"), flush=True)
"""
ABOUT = 'name="spy", version="2"'


class Spied:
    def __init__(
        self, folder: Path, *answers: str, keep: Keep = "game", seconds: float = 0.2, script: str = SPY
    ) -> None:
        self.log = folder / "said"
        command = shlex.join([sys.executable, "-S", "-c", script, str(self.log), *answers])
        self.strategy = EngineStrategy(command, seconds, keep, MARGIN)

    def decide(self, text: str, game: Game = SMALL) -> int:
        (move,) = self.strategy.decide(parse_position(text, game), RNG).moves
        return move

    @property
    def said(self) -> list[str]:
        self.strategy.close()
        return self.log.read_text().splitlines()


@pytest.fixture
def sound() -> Iterator[EngineStrategy]:
    with EngineStrategy(scripted_engine("noisy")) as engine:
        yield engine


def infos(seconds: float = 0.2) -> list[str]:
    told = {"rule": 0, "timeout_turn": round(seconds * 1000), "timeout_match": 0, "max_memory": 0}
    return [f"INFO {key} {value}" for key, value in told.items()]


LEFT = "INFO time_left 2147483647"


def test_a_game_as_managers_play_it(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", "1,1", "OK", "3,2")
    empty = Position(Game(5, 5, 5))
    position = empty.play(spied.decide(str(empty), empty.game)).play(24)
    assert spied.decide(str(position), empty.game) == 6
    assert spied.decide(".X.../...../...../...../.....", empty.game) == 13  # another game: it did not open this one
    assert spied.said == [
        *["ABOUT", "START 5", *infos(), LEFT, "BEGIN", LEFT, "TURN 4,4"],
        *["RESTART", LEFT, "BOARD", "1,0,2", "DONE", "END"],
    ]


def test_who_has_not_opened_gets_a_board_and_then_turns(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", "2,0")
    assert spied.decide("X..../...../...../...../.....", Game(5, 5, 5)) == 1
    assert spied.decide("XO.../...../...../...../....X", Game(5, 5, 5)) == 2
    assert spied.said[1:] == ["START 5", *infos(), LEFT, "BOARD", "0,0,2", "DONE", LEFT, "TURN 4,4", "END"]


def test_k_and_rectangles_are_told(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "3,2", "OK", "0,0")
    assert spied.decide("XO../.X../....") == 11
    assert spied.decide("...../...../...../...../.....", Game(5, 5, 5)) == 0
    board = [LEFT, "BOARD", "0,0,2", "1,0,1", "1,1,2", "DONE"]  # in turn, X first
    assert spied.said == [
        *["ABOUT", "INFO k 3", "RECTSTART 4,3", *infos(), *board],
        *["INFO k 5", "START 5", *infos(), LEFT, "BEGIN", "END"],
    ]


def test_exactly_five_is_told_before_and_after_the_start(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", "OK", "0,0", keep="process")
    assert spied.decide("...../...../...../...../.....", Game(5, 5, 5, exact=True)) == 1
    assert spied.decide("...../...../...../...../.....", Game(5, 5, 5)) == 0
    rule, *limits = infos()
    assert spied.said == [
        *["ABOUT", "INFO rule 1", "START 5", "INFO rule 1", *limits, LEFT, "BEGIN"],
        *[rule, "START 5", rule, *limits, LEFT, "BEGIN", "END"],
    ]


def test_what_is_not_kept_is_set_up_anew(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", "OK", "2,0", keep="process")
    assert spied.decide("..../..../....") == 1
    assert spied.decide(".X../..../...O") == 2
    assert spied.said[-7:] == ["RESTART", LEFT, "BOARD", "1,0,1", "3,2,2", "DONE", "END"]


def test_a_new_process_for_every_position(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", keep="nothing")
    assert [spied.decide("..../..../....") for _ in range(2)] == [1, 1]
    assert spied.said == 2 * ["ABOUT", "INFO k 3", "RECTSTART 4,3", *infos(), LEFT, "BEGIN", "END"]


@pytest.mark.parametrize("refusal", ["UNKNOWN command", "ERROR not that"])
def test_without_restart_a_game_is_started_again(tmp_path: Path, refusal: str) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", refusal, "OK", "1,0", "OK", "1,0")
    assert [spied.decide("..../..../....") for _ in range(3)] == [1, 1, 1]
    assert [line for line in spied.said if "START" in line] == ["RECTSTART 4,3", "RESTART", *2 * ["RECTSTART 4,3"]]


SILENT = ""  # an empty line is not an answer


def without_infos(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("INFO")]


@pytest.mark.usefixtures("impatient")
def test_a_restart_without_an_answer_is_sent_again(tmp_path: Path) -> None:
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", SILENT, "OK", "1,0", "OK", "1,0", keep="process")
    assert [spied.decide("..../..../....") for _ in range(3)] == [1, 1, 1]
    begun = ["RESTART", "BEGIN"]
    assert without_infos(spied.said) == ["ABOUT", "RECTSTART 4,3", "BEGIN", "RESTART", *begun, *begun, "END"]


@pytest.mark.parametrize("keep", ["game", "process"])
@pytest.mark.usefixtures("impatient")
def test_an_engine_that_never_answers_restart_is_started_again(tmp_path: Path, keep: Keep) -> None:
    """Once: its later games begin with START."""
    deaf = SPY.replace('"RESTART", ', "")
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", "OK", "1,0", keep=keep, script=deaf)
    assert [spied.decide("..../..../....") for _ in range(3)] == [1, 1, 1]
    begun = ["RECTSTART 4,3", "BEGIN"]
    assert without_infos(spied.said) == ["ABOUT", *begun, "RESTART", "RESTART", "ABOUT", *begun, *begun, "END"]


@pytest.mark.parametrize("keep", ["process", "nothing"])
def test_a_move_that_does_not_come_is_asked_for_in_a_new_process(tmp_path: Path, keep: Keep) -> None:
    """Where the engine remembers nothing of a game; in a match a late move loses."""
    late = SPY.replace("import sys\n", "import sys, os, time\n").replace(
        "    if verb in", "    if verb == 'BEGIN' and open(log).read().count(verb) == 1: time.sleep(60)\n    if verb in"
    )
    spied = Spied(tmp_path, ABOUT, "OK", "1,0", keep=keep, script=late)
    assert spied.decide("..../..../....") == 1
    assert without_infos(spied.said) == [*2 * ["ABOUT", "RECTSTART 4,3", "BEGIN"], "END"]


def test_an_engine_that_drops_what_comes_too_early() -> None:
    """It is played in any way, though it takes a moment after every move to listen again."""
    for keep in ("game", "process"):
        with EngineStrategy(scripted_engine("deaf"), keep=keep) as engine:
            check_strategy(engine, games=[SMALL], positions=6)


def test_an_engine_that_does_not_give_its_name(tmp_path: Path) -> None:
    spied = Spied(tmp_path, "UNKNOWN", "OK", "2,0")
    assert spied.decide("..../..../....") == 2
    assert spied.strategy.about == {}
    assert Spied(tmp_path, ABOUT).strategy.about == {"name": "spy", "version": "2"}


def test_what_it_says_besides(tmp_path: Path) -> None:
    engine = Engine(
        Spied(
            tmp_path, ABOUT, "hello|MESSAGE hm|OK", "thinking...|DEBUG 1|ERROR 2|MESSAGE 3|SUGGEST 0,0|2,0"
        ).strategy.command
    )
    engine.prepare(SMALL)
    assert [*engine.talk] == ["hello", "MESSAGE hm"]
    assert engine.move(Position(SMALL)) == (2, "3")
    assert [*engine.talk] == ["thinking...", "DEBUG 1", "ERROR 2", "MESSAGE 3", "SUGGEST 0,0"]
    engine.close()
    assert engine.process.exit_code == 0


def test_a_decision_gives_its_message_for_a_reason(tmp_path: Path) -> None:
    decision = Spied(tmp_path, ABOUT, "OK", "MESSAGE depth 3|2,0").strategy.decide(Position(SMALL), RNG)
    assert (decision.moves, str(decision.reason)) == ((2,), "the engine says: 'depth 3'")
    decision = Spied(tmp_path, ABOUT, "OK", "2,0").strategy.decide(Position(SMALL), RNG)
    assert str(decision.reason) == "the engine's move"


@pytest.mark.parametrize(
    "faults", [(), ("noisy",), ("plain",), ("banner",), ("no-end",), ("quiet-about",), ("lingers",)]
)
def test_engines_that_can_be_played(faults: tuple[str, ...]) -> None:
    with EngineStrategy(scripted_engine(*faults)) as engine:
        for position in random_positions(Game(4, 4, 3), random.Random(5), 4):
            assert consult(engine, position, RNG).moves == position.legal_moves[:1]


@pytest.mark.parametrize("keep", ["game", "process"])
def test_the_contract_of_a_strategy(keep: Keep) -> None:
    with EngineStrategy(scripted_engine(), keep=keep) as engine:
        check_strategy(engine, games=[GAME, SMALL, Game(3, 5, 4)], positions=6)


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        ("crash-early", "died", "ended with exit code 1, expected .*; its standard error ends with 'no luck today'"),
        ("crash", "died", "ended with exit code 3, expected a move; .* 'out of ideas'"),
        ("hang-early", "time-out", "did not give OK within 2 s"),
        ("hang", "time-out", r"did not give a move within 0\.4 s"),
        ("flood", "time-out", r"did not give a move within 0\.4 s"),
        ("slow", "time-out", r"did not give a move within 0\.4 s"),
        pytest.param(
            "wordy-ok", "time-out", r"did not give OK within 2 s \(it said 'OK ready'\)", marks=pytest.mark.slow
        ),
        ("off-board", "protocol", "played 4,3, which is not on the board"),
        ("taken", "protocol", r"played 0,0 at 'X\.\.\./.*': a1 is taken by X"),
        ("garbled", "protocol", "answered '1;0', expected a move"),
        ("error", "protocol", "answered 'ERROR I would rather not', expected a move"),
    ],
)
def test_faults(fault: str, kind: str, message: str, request: pytest.FixtureRequest) -> None:
    if "OK" in message:
        request.getfixturevalue("impatient")
    seconds = {"time-out": 0.1, "error": 2}.get(fault if fault == "error" else kind, 60)  # a move may follow an error
    engine = EngineStrategy(scripted_engine(fault), seconds=seconds, margin=MARGIN)
    with pytest.raises(EngineError, match=message) as caught:
        consult(engine, parse_position("X.../..../....", SMALL), RNG)
    assert caught.value.kind == kind
    assert "Traceback" not in str(caught.value)
    assert engine._program is None  # one that has failed is not asked again


def test_after_a_fault_a_new_process_is_asked(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    once = f"import os\nif not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w'); raise SystemExit(9)\n"
    command = shlex.join([sys.executable, "-S", "-c", once + SPY, str(tmp_path / "said"), ABOUT, "OK", "2,0"])
    engine = EngineStrategy(command)
    with pytest.raises(EngineError):
        engine.decide(Position(SMALL), RNG)
    assert engine.decide(Position(SMALL), RNG).moves == (2,)
    engine.close()


@pytest.mark.parametrize("answer", ["ERROR unsupported size", "UNKNOWN RECTSTART"])
def test_a_game_that_it_refuses(tmp_path: Path, answer: str) -> None:
    spied = Spied(tmp_path, ABOUT, answer, answer, "OK")
    assert not supports(spied.strategy, SMALL)
    with pytest.raises(GameError, match=f"does not play '4,3,3': '{answer}'"):
        spied.decide("..../..../....")
    assert supports(spied.strategy, Game(5, 5, 5))
    spied.strategy.close()


def test_a_copy_has_a_process_of_its_own(sound: EngineStrategy) -> None:
    sound.decide(Position(SMALL), RNG)
    copy = pickle.loads(pickle.dumps(sound))
    assert (copy.command, copy.seconds, copy.keep) == (sound.command, sound.seconds, sound.keep)
    assert copy._program is None
    assert copy.decide(Position(SMALL), RNG).moves == (0,)
    copy.close()

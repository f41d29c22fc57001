"""Programs that answer in JSON: what they are asked, what is made of their answers, and how they fail."""

import json
import random
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.engines.external import started
from noughts.engines.pipe import PipeStrategy
from noughts.errors import EngineError, StrategyError
from noughts.players.player import Decision, consult, supports
from noughts.processes.child import words_of
from noughts.prove import prove
from noughts.walk import decided
from tests.refusals import refused

pytestmark = pytest.mark.gate

GAME, LARGEST = Game(4, 3, 3), Game(26, 26, 5)
RNG = random.Random(0)

LOWEST = 'print(json.dumps({"move": request["moves"][0]}), flush=True)'
SLOW = pytest.mark.slow  # it waits for a limit, as another one here does


def program(action: str, before: str = "") -> str:
    """Return the command of a program that does something for each request."""
    code = f"import json, os, sys, time\n{before}\nfor line in sys.stdin:\n    request = json.loads(line)\n    {action}"
    return shlex.join([sys.executable, "-S", "-c", code])


def answers(answer: object) -> str:
    """Return the command of a program that gives one answer to all."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return program(f"print({text!r}, flush=True)")


Made = Callable[..., PipeStrategy]


@pytest.fixture
def pipe() -> Iterator[Made]:
    made: list[PipeStrategy] = []

    def make(command: str, seconds: float = 0.2) -> PipeStrategy:
        made.append(PipeStrategy(command, seconds, 0.3))
        return made[-1]

    yield make
    for strategy in made:
        strategy.close()


def test_what_it_is_asked(pipe: Made, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    strategy = pipe(program(f"open({str(log)!r}, 'a').write(line); {LOWEST}"))
    assert strategy.decide(parse_position("XO../.X../....", GAME), RNG).moves == (2,)
    assert strategy.decide(Position(LARGEST), RNG).moves == (0,)
    asked, large = map(json.loads, log.read_text().splitlines())
    assert asked == {
        "game": [4, 3, 3],
        "position": "XO../.X../....",
        "side": "O",
        "moves": ["c1", "d1", "a2", "c2", "d2", "a3", "b3", "c3", "d3"],
    }
    assert (large["side"], len(large["moves"]), large["moves"][-1]) == ("X", 676, "z26")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"move": "c1"}, Decision((2,), reason="the program's move")),
        ({"moves": ["a3", "d2"], "reason": "a fork"}, Decision((8, 7), reason="the program says: 'a fork'")),
        (
            {"moves": ["a3", "d2"], "chances": [0.1, 0.9]},
            Decision((8, 7), reason="the program's move", chances=(Fraction(1, 10), Fraction(9, 10))),
        ),
        (
            {"moves": ["a3", "d2"], "chances": ["1/3", "2/3"]},
            Decision((8, 7), reason="the program's move", chances=(Fraction(1, 3), Fraction(2, 3))),
        ),
        ({"move": "c1", "chances": [1]}, Decision((2,), reason="the program's move", chances=(Fraction(1),))),
        ({"move": " D3 ", "reason": ""}, Decision((11,), reason="the program's move")),
        ('  {"move": "c1"}  ', Decision((2,), reason="the program's move")),
        ('a line of a log\\n{"move": "c1"}', Decision((2,), reason="the program's move")),
    ],
)
def test_answers(pipe: Made, answer: Any, expected: Decision) -> None:
    text = answer.replace("\\n", "\n") if isinstance(answer, str) else answer
    found = consult(pipe(answers(text)), parse_position("XO../.X../....", GAME), RNG)
    assert replace(found, reason=str(found.reason)) == expected


def test_all_moves_of_the_largest_board(pipe: Made) -> None:
    strategy = pipe(program('print(json.dumps({"moves": request["moves"]}), flush=True)'))
    assert strategy.decide(Position(LARGEST), RNG).moves == Position(LARGEST).legal_moves


@pytest.mark.timing
@pytest.mark.parametrize(
    ("command", "kind", "message"),
    [
        (answers('{"move": "a1"'), "protocol", r"""answered '{"move": "a1"', which is not JSON; expected {"move": """),
        (answers({}), "protocol", "answered '{}', expected"),
        (answers({"move": "a1", "moves": ["a1"]}), "protocol", r"""answered '{"move": "a1", .*', expected"""),
        (answers({"move": 4}), "protocol", r"""answered '{"move": 4}', expected"""),
        (answers({"mvoe": "a1"}), "protocol", r"with an unknown field 'mvoe'; expected"),
        (answers({"move": "e1"}), "protocol", r"a move that is none at 'X\.\.\./.*': no cell 'e1': expected a1 to d3"),
        (answers({"move": "a2", "reason": 4}), "protocol", "gave the reason '4', expected a text"),
        (answers({"move": "a2", "chances": 1}), "protocol", "gave the chances '1', expected a list"),
        (answers('{"move": "a2", "chances": [1e999999999]}'), "protocol", "gave the chances"),
        (answers({"move": "a2", "random": "yes"}), "protocol", """gave the field "random" as '"yes"', expected true"""),
        pytest.param(
            answers("hello"), "time-out", r"did not give an answer within 2\.5 s \(it wrote 'hello'\)", marks=SLOW
        ),
        (program("time.sleep(60)"), "time-out", r"did not give an answer within 2\.5 s$"),
        pytest.param(
            program("while True: print('tick', flush=True); time.sleep(0.01)"),
            "time-out",
            r"within 2\.5 s \(it wrote 'tick'\)",
            marks=SLOW,
        ),
        (program("sys.exit('no luck')"), "died", "ended with exit code 1, expected an answer; .* 'no luck'"),
        (program("os.close(1); time.sleep(60)"), "died", "closed its standard output, expected an answer"),
        (program("pass", "sys.exit(3)"), "died", "program .* ended with exit code 3"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_faults(pipe: Made, command: str, kind: str, message: str) -> None:
    strategy = pipe(command)
    with pytest.raises(EngineError, match=message) as caught:
        consult(strategy, parse_position("X.../..../....", GAME), RNG)
    assert caught.value.kind == kind
    assert "Traceback" not in str(caught.value)
    assert strategy._program is None  # one that has failed is not asked again


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ({"move": "a1"}, "error.illegal-move:a1 error.cell-taken:X"),
        ({"moves": ["b1", "b2"], "chances": [0.5, 0.4]}, "error.of-strategy-at error.chances-sum:9/10"),
        ({"moves": []}, "error.no-move"),
        ({"moves": ["b1", "b1"]}, "error.move-twice"),
    ],
)
def test_illegal_moves(pipe: Made, answer: dict[str, Any], kinds: str) -> None:
    with refused(*kinds.split(), position="'X.../..../....'"):
        consult(pipe(answers(answer)), parse_position("X.../..../....", GAME), RNG)


def test_a_refusal(pipe: Made) -> None:
    with pytest.raises(StrategyError, match=r"program '.*' refuses 'X\.\.\./\.\.\.\./\.\.\.\.': 'I only open'"):
        consult(pipe(answers({"error": "I only open"})), parse_position("X.../..../....", GAME), RNG)


def test_an_answer_too_many(pipe: Made) -> None:
    strategy = pipe(program(f"{LOWEST}; {LOWEST}"))
    assert strategy.decide(Position(GAME), RNG).moves == (0,)
    program_, deadline = strategy._running(), time.monotonic() + 30
    while not program_.process._lines and time.monotonic() < deadline:
        program_.process._pump(0.1)
    with pytest.raises(
        EngineError, match=r"""wrote '{"move": "a1"}' before it was asked: each request has one answer"""
    ):
        strategy.decide(parse_position("X.../..../....", GAME), RNG)


def test_a_line_of_a_log_between_two_answers(pipe: Made) -> None:
    strategy = pipe(program(f"{LOWEST}; print('done', flush=True)"))
    assert [strategy.decide(Position(GAME), RNG).moves for _ in range(20)] == 20 * [(0,)]


@pytest.mark.timing
def test_only_the_first_answer_may_take_as_long_as_a_start(pipe: Made) -> None:
    strategy = pipe(program(LOWEST, "time.sleep(0.6)"))  # longer than the 0.5 s for a later answer
    assert strategy.decide(Position(GAME), RNG).moves == (0,)
    late = pipe(program(f"{LOWEST}\n    sys.stdin.readline(); time.sleep(60)"))
    late.decide(Position(GAME), RNG)
    with pytest.raises(EngineError, match=r"within 0\.5 s"):
        late.decide(Position(GAME), RNG)


def test_a_game_that_it_refuses(pipe: Made, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    refuse = "print(json.dumps({'error': 'too large'} if request['game'][0] > 3 else {'move': 'a1'}), flush=True)"
    strategy = pipe(program(f"open({str(log)!r}, 'a').write(line); {refuse}"))
    assert [supports(strategy, game) for game in (GAME, Game(3, 3, 3), GAME, Game(3, 3, 3))] == 2 * [False, True]
    assert len(log.read_text().splitlines()) == 2  # it is asked once for each game


DRAWN = 'print(json.dumps({"move": random.choice(request["moves"]), "random": True}), flush=True)'


def test_answers_drawn_at_random(pipe: Made) -> None:
    """It says so: it has no set of moves to follow, and is measured."""
    strategy = pipe(program(DRAWN, "import random"))
    assert not strategy.noisy
    with pytest.raises(StrategyError, match="has no set of moves to follow"):
        decided(strategy, Position(GAME))
    assert strategy.noisy
    assert strategy.notes.assumes == ""
    assert "draws its answers at random" in strategy.notes.unlisted
    assert len({consult(strategy, Position(GAME), RNG).moves for _ in range(100)}) > 1
    asked = pipe(program(DRAWN, "import random"))
    assert supports(asked, GAME)
    assert asked.noisy


def test_an_answer_that_differs_names_the_ways_to_declare_random_numbers(pipe: Made) -> None:
    turned = "n = 0"
    strategy = pipe(program('n += 1; print(json.dumps({"move": request["moves"][-(n % 2)]}), flush=True)', turned), 1.0)
    ways = r'If it draws at random: list all the moves that it may make in "moves", or say "random": true, and it is'
    with pytest.raises(StrategyError, match=f"and, asked again, .*{ways} measured"):
        prove(strategy, Game(3, 1, 2), Side.X)
    with pytest.raises(StrategyError, match=f"it answered .* and, asked again, .*{ways} measured"):
        prove(strategy, Game(3, 2, 2), Side.O)


def test_closing_ends_the_input(pipe: Made) -> None:
    strategy = pipe(program(LOWEST))
    strategy.decide(Position(GAME), RNG)
    process = strategy._running().process
    strategy.close()
    strategy.close()
    assert process.exit_code == 0


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("", "no engine '': expected a command"),
        ("  ", "no engine '  ': expected a command"),
        ("'unclosed", "No closing quotation"),
        ("./no-such-engine -x", "there is no program './no-such-engine'"),
    ],
)
def test_commands_that_cannot_be_run(command: str, complaint: str) -> None:
    with pytest.raises(StrategyError, match=complaint):
        words_of(command)
    with pytest.raises(StrategyError, match=complaint):
        started(command)

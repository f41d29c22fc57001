"""Programs in processes of their own: what they answer, how they end, what two processes tell apart."""

import pickle
import re
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from noughts.app.own_program import OwnProgram
from noughts.app.proofs import prover
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.player import NO_DICE, consult, consult_lines
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, StrategyError, StrategyFault
from noughts.processes.foreign import Limits
from noughts.prove import Asked, Proof, prove
from noughts.prove.verdict import ProofTerms
from noughts.strategies.registry import load
from tests.brute_force import FAULT, brute_force
from tests.processes.test_child import gone

GAME = Game(3, 3, 3)
HEAD = """
import os, random, sys, threading, time
from noughts.core.player import Decision
BORN = time.time_ns()

def shout(data):
    for number in range(3, 9):
        try:
            os.write(number, data)
        except OSError:
            pass

class Player:
    name = "player"

    def __init__(self):
        self.calls = 0

    def supports(self, game):
        return True

    def decide(self, position, rng):
        return Decision((self.cell(position),))

    def cell(self, position):
"""
# What each program answers, by what it depends on.
HONEST = "return position.legal_moves[-1]"
STATE = "self.calls += 1; return position.legal_moves[self.calls // 50 % len(position.legal_moves)]"
HASHES = "return int(min({f'cell {move}' for move in position.legal_moves}, key=hash)[5:])"
CLOCK = "return random.Random(f'{BORN} {position}').choice(position.legal_moves)"
FAILING = "return position.legal_moves[0 if os.environ.get('PYTHONHASHSEED') is None else 99]"
CORNER = "X../.../..."  # where some of them misbehave


def written(folder: Path, body: str) -> str:
    """Write a program; return what loads it."""
    file = folder / "player.py"
    file.write_text(f"{HEAD}        {body}\n")
    return f"{file}:Player"


def proved(folder: Path, body: str) -> Proof:
    return prove(OwnProgram(written(folder, body)), GAME, Side.O)


def corner_does(what: str) -> str:
    """Return the body of a program that does something where X has the first corner, and else plays."""
    return f"str(position) == {CORNER!r} and {what}; {HONEST}"


def test_a_decision_is_handed_over_whole(tmp_path: Path) -> None:
    file = tmp_path / "said.py"
    said = 'Decision(position.legal_moves[:1], reason="the lowest", saw="1 of 9")'
    file.write_text(HEAD.replace("Decision((self.cell(position),))", said) + "        pass\n")
    decision = OwnProgram(f"{file}:Player").decide(Position(GAME), NO_DICE)
    assert (decision.moves, decision.reason, decision.saw) == ((0,), "the lowest", "1 of 9")


def failure(program: OwnProgram, text: str = CORNER) -> StrategyFault:
    """Return the fault of a program in a position."""
    with pytest.raises(StrategyFault) as caught:
        consult(program, parse_position(text), NO_DICE)
    return caught.value


@pytest.fixture(autouse=True)
def _no_hash_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)


def test_an_honest_program_is_asked_in_two_processes(tmp_path: Path) -> None:
    proof = proved(tmp_path, HONEST)
    assert proof.asked_again == Asked(158, 158, 1, processes=2)
    here = prove(load(f"{tmp_path}/player.py:Player"), GAME, Side.O)
    assert (proof.games, proof.losing_line, proof.against_random) == (here.games, here.losing_line, here.against_random)


def test_a_counter_is_found_in_this_process(tmp_path: Path) -> None:
    kept = "asked again, .*not on what it keeps from one question to the next, or on random numbers$"
    with pytest.raises(StrategyError, match=kept):
        proved(tmp_path, STATE)


@pytest.mark.parametrize("body", [HASHES, CLOCK], ids=["hashes", "clock"])
def test_what_differs_between_processes(tmp_path: Path, body: str) -> None:
    """The order of a set of strings; the time when the program was loaded."""
    apart = (
        r"'player' cannot be proved: at '[XO./]+' it answered \w\d and, in a second process, \w\d\. .*not on the order"
    )
    with pytest.raises(StrategyError, match=apart):
        proved(tmp_path, body)


def test_a_failure_in_the_second_process_is_a_difference(tmp_path: Path) -> None:
    fails = (
        r"it answered \w\d and, in a second process, failed: strategy 'player' raised IndexError at '[XO./]+': tuple"
    )
    with pytest.raises(StrategyError, match=fails):
        proved(tmp_path, FAILING)


def test_the_hash_seed_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    seed = "return int(os.environ['PYTHONHASHSEED'])"
    first = OwnProgram(written(tmp_path, seed))
    assert [one.decide(Position(GAME), NO_DICE).moves for one in (first, first.started_again())] == [(1,), (2,)]


@pytest.mark.parametrize(
    ("what", "kind", "words"),
    [
        ("os._exit(0)", "died", "its process ended with exit code 0 at"),
        ("os.abort()", "died", "its process died of SIGABRT at"),
        ("os.closerange(3, 99)", "died", "its process "),
        ("shout(b'{}\\n')", "died", "its process answered None"),
        ("[][1]", "raised", "raised IndexError at"),
        ("sys.exit('stop')", "raised", "raised SystemExit at"),
        ("threading.Event().wait(60)", "endless", "did not answer within 1 s at"),
    ],
)
def test_how_it_fails_in_one_position(tmp_path: Path, what: str, kind: str, words: str) -> None:
    """The process starts again: elsewhere the program answers, in whatever order it is asked."""
    limits = Limits(answer=1.0 if kind == "endless" else 60.0)
    program = OwnProgram(written(tmp_path, corner_does(what)), limits=limits)
    fault = failure(program)
    assert (fault.kind, words in str(fault), CORNER in str(fault)) == (kind, True, True), str(fault)
    children = [Position(GAME).play(move) for move in range(9)]
    program.expect(children)
    answers: list[Any] = []
    for child in children:
        try:
            answers.append(program.decide(child, NO_DICE).moves)
        except StrategyFault as error:
            answers.append(error.kind)
    assert answers == [kind, *((8,) for _ in range(7)), (7,)]


def test_a_trace_of_the_program_alone(tmp_path: Path) -> None:
    fault = failure(OwnProgram(written(tmp_path, corner_does("[][1]"))))
    assert "noughts" not in "".join(fault.trace)
    assert fault.trace[0] == "Traceback (most recent call last):"
    assert fault.trace[-1] == "IndexError: list index out of range"
    assert 'player.py", line 26, in cell' in "".join(fault.trace)


@pytest.mark.slow
def test_the_processor_time_of_all_answers(tmp_path: Path) -> None:
    """An endless loop takes it all, whether the program starts again or not."""
    program = OwnProgram(written(tmp_path, "while True: pass"), limits=Limits(seconds=1.0))
    for _ in range(2):
        with pytest.raises(LimitExceeded, match=r"^it took more than 1 s of processor time$"):
            program.decide(Position(GAME), NO_DICE)


@pytest.mark.slow
def test_an_answer_without_end_makes_the_next_ones_short(tmp_path: Path) -> None:
    body = f"str(position)[0] == 'X' and threading.Event().wait(60); {HONEST}"
    program = OwnProgram(written(tmp_path, body), limits=Limits(answer=2.5))
    assert "within 2.5 s" in str(failure(program))
    program.decide(Position(GAME), NO_DICE)
    assert "within 1 s" in str(failure(program, "X.O/.X./..."))


@pytest.mark.slow
def test_an_answer_that_never_comes_loses(tmp_path: Path) -> None:
    program = OwnProgram(written(tmp_path, corner_does("threading.Event().wait(600)")), limits=Limits(answer=5.0))
    games = prove(program, GAME, Side.O).games
    expected = brute_force(lambda board: {FAULT if board == "X........" else board.rindex(".")}, "O")
    assert (games.win, games.draw, games.loss) == expected[:3]


def test_who_waits_may_end_it(tmp_path: Path) -> None:
    program = OwnProgram(written(tmp_path, corner_does("threading.Event().wait(60)")))

    def end() -> None:
        raise LimitExceeded("enough")

    with program.waiting(end), pytest.raises(LimitExceeded, match="enough"):
        program.decide(parse_position(CORNER), NO_DICE)
    assert program.decide(parse_position(".X./.../..."), NO_DICE).moves == (8,)


def test_a_proof_keeps_its_time(tmp_path: Path) -> None:
    """Also while one answer never comes."""
    program = OwnProgram(written(tmp_path, corner_does("threading.Event().wait(60)")))
    with pytest.raises(LimitExceeded, match=r"no verdict: 0\.5 s are over at ply 1 of 9"):
        prover(program, GAME, ProofTerms(seconds=0.5, end=monotonic() + 0.5)).prove(Side.O)


def test_what_it_prints_is_one_line(tmp_path: Path) -> None:
    program = OwnProgram(written(tmp_path, "print('\\x1b[2Jsecret\\x07'); return position.legal_moves[0]"))
    assert program.notes.prints == ""
    program.decide(Position(GAME), NO_DICE)
    assert program.notes.prints == r"12 bytes, the last line: \x1b[2Jsecret\x07"


def test_escapes_in_its_errors(tmp_path: Path) -> None:
    fault = failure(OwnProgram(written(tmp_path, "raise ValueError('\\x1b[31m' + 'x' * 5000)")))
    assert r"ValueError at 'X../.../...': \x1b[31mxxx" in str(fault)
    assert len(str(fault)) < 2100


def test_what_the_channel_does_not_say(tmp_path: Path) -> None:
    """Answers that the program itself writes there are moves at most."""
    line = '{"progress": {"decided": [[["evil"], null, null, ""]], "notes": {"read_as": 7}}}\n'
    program = OwnProgram(written(tmp_path, corner_does(f"shout(b{line!r})")))
    fault = failure(program)
    assert re.search(r"answered .*evil.*, which is no decision", str(fault))
    assert program.notes.read_as == "7"


def test_a_copy_starts_its_own_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spec = Path(written(tmp_path, "return os.getpid() % 9")).name
    program = OwnProgram(spec)
    monkeypatch.chdir("/")
    copy = pickle.loads(pickle.dumps(program))
    assert (copy.name, copy.supports(GAME)) == ("player", True)


def test_its_process_ends_with_it(tmp_path: Path) -> None:
    program = OwnProgram(written(tmp_path, "raise KeyError(os.getpid())"))
    number = int(re.findall(r": (\d+) \(player", str(failure(program)))[0])
    program.close()
    assert gone(number)


def test_scores_and_lines_come_through(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from noughts.strategies.line_scoring import Weights\nclass Mine(Weights):\n    pass\n"
    )
    program, here = OwnProgram(f"{tmp_path}/mine.py:Mine"), load("weights")
    position = parse_position("X../.O./...")
    assert consult(program, position, NO_DICE) == consult(here, position, NO_DICE)
    assert consult_lines(program, position, NO_DICE) == consult_lines(here, position, NO_DICE)
    assert consult_lines(OwnProgram(written(tmp_path, HONEST)), position, NO_DICE) is None


def test_one_that_draws_random_numbers(tmp_path: Path) -> None:
    """It is found out in a decision; then it gets the caller's random numbers."""
    (tmp_path / "dice.py").write_text(
        "import random\ndef get_move(board):\n"
        "    free = [cell for cell in range(9) if board[cell] == ' ']\n"
        "    return free[int(random.random() * len(free))] if 'X' in board or 'O' in board else 4\n"
    )
    program = OwnProgram("dice.py:get_move", folder=tmp_path)
    assert program.supports(GAME)
    assert (program.noisy, "random.random" in program.notes.unlisted) == (True, True)
    moves = {program.decide(parse_position("X../.../..."), Random(seed)).moves for seed in range(40)}
    assert moves == {(cell,) for cell in range(1, 9)}


def test_a_program_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("import os\ncode = os._exit(0)\n")
    with pytest.raises(StrategyError, match=r"'wrong\.py' cannot be asked: its process ended with exit code 0"):
        OwnProgram("wrong.py", folder=tmp_path)
    with pytest.raises(StrategyError, match=r"no strategy 'gone\.py': there is no file 'gone\.py'"):
        OwnProgram("gone.py", folder=tmp_path)

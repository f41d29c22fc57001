"""Programs in processes of their own: what they answer, how they end, what two processes tell apart."""

import os
import pickle
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from noughts.app.proofs import prover
from noughts.arena.play import Contestant
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, NoAnswer, StrategyError, StrategyFault
from noughts.players.player import NO_DICE, Player, consult, consult_lines, require_support
from noughts.programs import process as process_module
from noughts.programs.jail.limits import Limits
from noughts.programs.person_program import PersonProgram
from noughts.prove import AskedAgain, Proof, prove
from noughts.prove.terms import ProofTerms
from noughts.strategies.registry import load
from tests import fast_clock
from tests.brute_force import FAULT, brute_force
from tests.corpus import CASES, PROGRAMS
from tests.processes.test_child import below, gone

pytestmark = pytest.mark.gate

GAME = Game(3, 3, 3)
HEAD = """
import os, random, sys, threading, time
from noughts.players.player import Decision
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
    return prove(PersonProgram(written(folder, body)), GAME, Side.O)


def corner_does(what: str) -> str:
    """Return the body of a program that does something where X has the first corner, and else plays."""
    return f"str(position) == {CORNER!r} and {what}; {HONEST}"


def failure(program: Player, text: str = CORNER) -> StrategyFault:
    """Return the fault of a program in a position."""
    with pytest.raises(StrategyFault) as caught:
        consult(program, parse_position(text), NO_DICE)
    return caught.value


@pytest.fixture(autouse=True)
def _no_hash_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)


def test_an_honest_program_is_asked_in_two_processes(tmp_path: Path) -> None:
    proof = proved(tmp_path, HONEST)
    assert proof.asked_again == AskedAgain(158, 158, 1, processes=2)
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


@pytest.mark.parametrize(
    ("what", "kind", "words"),
    [
        ("os._exit(0)", "died", "its process ended with exit code 0 at"),
        ("os.abort()", "died", "its process died of SIGABRT at"),
        ("os.closerange(3, 99)", "died", "its process "),
        ("shout(b'{}\\n')", "died", "its process answered None"),
        ("[][1]", "raised", "raised IndexError at"),
        ("sys.exit('stop')", "raised", "raised SystemExit at"),
    ],
)
def test_how_it_fails_in_one_position(tmp_path: Path, what: str, kind: str, words: str) -> None:
    """The process starts again: elsewhere the program answers, in whatever order it is asked."""
    program = PersonProgram(written(tmp_path, corner_does(what)))
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
    fault = failure(PersonProgram(written(tmp_path, corner_does("[][1]"))))
    assert "noughts" not in "".join(fault.trace)
    assert fault.trace[0] == "Traceback (most recent call last):"
    assert fault.trace[-1] == "IndexError: list index out of range"
    assert 'player.py", line 26, in cell' in "".join(fault.trace)


def test_its_paths_are_those_that_its_author_knows(tmp_path: Path) -> None:
    """It works in a copy of its folder, of which nothing is said, in any alphabet."""
    folder = tmp_path / "é ü"
    folder.mkdir()
    fault = failure(PersonProgram(written(folder, "raise ValueError(__file__, os.getcwd())")))
    assert f"('{folder}/player.py', '{folder}')" in str(fault)
    assert f'File "{folder}/player.py"' in "".join(fault.trace)


@pytest.mark.timing
def test_the_processor_time_of_all_answers(tmp_path: Path) -> None:
    """An endless loop takes it all, whether the program starts again or not."""
    program = PersonProgram(written(tmp_path, "while True: pass"), limits=Limits(seconds=1.0))
    for _ in range(2):
        with pytest.raises(LimitExceeded, match=r"^it took more than 1 s of processor time$"):
            program.decide(Position(GAME), NO_DICE)


LOOPS, WAITS = "next(one for one in iter(int, 1) if one)", "threading.Event().wait()"


def limited(folder: Path, body: str) -> PersonProgram:
    """A limit that its good answers keep on a busy machine too."""
    return PersonProgram(written(folder, body), limits=Limits(answer=2.0))


@pytest.mark.parametrize(
    ("what", "by_clock", "words"),
    [
        (LOOPS, False, "did not answer within 2 s of processor time"),
        (WAITS, True, "has waited for 2 s without using the processor"),
        pytest.param(
            f"(threading.Thread(target=lambda: {LOOPS}).start(), {WAITS})",
            False,
            "did not answer within 2 s of processor",
            marks=pytest.mark.timing,
        ),
    ],
    ids=["loops", "waits", "waits for a thread that loops"],
)
def test_no_answer_is_not_a_fault(tmp_path: Path, what: str, by_clock: bool, words: str) -> None:
    """The process starts again: elsewhere the program answers."""
    program = limited(tmp_path, corner_does(what))
    program.expect(Position(GAME).play(move) for move in range(9))
    with pytest.raises(NoAnswer, match=f"^strategy 'player' {words}.* at {CORNER!r}$") as caught:
        program.decide(parse_position(CORNER), NO_DICE)
    assert caught.value.by_clock == by_clock
    assert program.decide(parse_position(".X./.../..."), NO_DICE).moves == (8,)


@pytest.mark.timing
def test_in_a_contest_the_limit_of_processor_time_is_a_rule(tmp_path: Path) -> None:
    contestant = Contestant(limited(tmp_path, corner_does(LOOPS)))
    assert failure(contestant).kind == "endless"
    games = prove(contestant, GAME, Side.O).games
    expected = brute_force(lambda board: {FAULT if board == "X........" else board.rindex(".")}, "O")
    assert (games.win, games.draw, games.loss) == expected[:3]
    with pytest.raises(NoAnswer):
        consult(Contestant(limited(tmp_path, corner_does(WAITS))), parse_position(CORNER), NO_DICE)


@pytest.mark.slow
def test_a_fast_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find the function of this file, and how it is called, takes a second: a hundred on the clock."""
    monkeypatch.setattr(process_module, "_COMMAND", (sys.executable, "-P", fast_clock.__file__))
    program = PersonProgram("slow_search.py", folder=PROGRAMS)
    assert program.supports(GAME)
    assert program.name == f"slow_search.py:{CASES['slow_search'].player}"
    assert program.notes.inferred.startswith("sure")
    assert "from random" not in program.notes.unlisted


def test_it_is_started_as_its_person_starts_it(tmp_path: Path) -> None:
    program = PersonProgram(written(tmp_path, "raise ValueError(sys.orig_argv[1:], sys.argv)"))
    assert f"ValueError at {CORNER!r}: (['{tmp_path}/player.py'], ['{tmp_path}/player.py'])" in str(failure(program))


READS = {
    "time.time()": "the answers of player do not depend on the clock, which it reads",
    "time.thread_time_ns()": "the answers of player do not depend on the clock, which it reads",
    "id(self)": "the answers of player do not depend on id(), which its code names",
    "os.environ, os.getpid()": "the answers of player do not depend on environ, getpid(), which its code names",
    "os.environ.setdefault('HOME', '/'), self.id": "",
}


@pytest.mark.parametrize("what", READS)
def test_what_a_proof_assumes(tmp_path: Path, what: str) -> None:
    program = PersonProgram(written(tmp_path, f"self.id = 1; ({what}); {HONEST}"))
    program.decide(Position(GAME), NO_DICE)
    assert program.notes.assumes == READS[what]


@pytest.mark.parametrize("file", ["/dev/urandom", "/dev/../dev/random"])
def test_the_random_numbers_of_the_system_as_a_file(tmp_path: Path, file: str) -> None:
    program = PersonProgram(written(tmp_path, f"open({file!r}, 'rb').close(); {HONEST}"))
    with pytest.raises(StrategyError, match=f"^it draws from {Path(file).resolve()}, whose numbers cannot be listed$"):
        program.decide(Position(GAME), NO_DICE)
    assert program.noisy
    assert program.decide(Position(GAME), Random(1)).moves == (8,)


def test_a_proof_keeps_its_time(tmp_path: Path) -> None:
    """Also while one answer never comes."""
    program = PersonProgram(written(tmp_path, corner_does("threading.Event().wait(60)")))
    with pytest.raises(LimitExceeded, match=r"no verdict: 0\.5 s are over at ply 1 of 9"):
        prover(program, GAME, ProofTerms(seconds=0.5, end=monotonic() + 0.5)).prove(Side.O)


def test_what_it_prints_is_one_line(tmp_path: Path) -> None:
    program = PersonProgram(written(tmp_path, "print('\\x1b[2Jsecret\\x07'); return position.legal_moves[0]"))
    assert program.notes.prints == ""
    program.decide(Position(GAME), NO_DICE)
    assert program.notes.prints == r"12 bytes, the last line: \x1b[2Jsecret\x07"


def test_escapes_in_its_errors(tmp_path: Path) -> None:
    fault = failure(PersonProgram(written(tmp_path, "raise ValueError('\\x1b[31m' + 'x' * 5000)")))
    assert r"ValueError at 'X../.../...': \x1b[31mxxx" in str(fault)
    assert len(str(fault)) < 2100


def test_what_the_channel_does_not_say(tmp_path: Path) -> None:
    """Answers that the program itself writes there are moves at most."""
    line = '{"progress": {"decided": [[["evil"], null, null, ""]], "notes": {"read_as": 7}}}\n'
    program = PersonProgram(written(tmp_path, corner_does(f"shout(b{line!r})")))
    fault = failure(program)
    assert re.search(r"answered .*evil.*, which is not a decision", str(fault))
    assert program.notes.read_as == "7"


def test_a_copy_starts_its_own_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spec = Path(written(tmp_path, "return os.getpid() % 9")).name
    program = PersonProgram(spec)
    monkeypatch.chdir("/")
    copy = pickle.loads(pickle.dumps(program))
    assert (copy.name, copy.supports(GAME)) == ("player", True)


def test_its_process_ends_with_it(tmp_path: Path) -> None:
    before = set(below(os.getpid()))
    program = PersonProgram(written(tmp_path, "return 0"))
    processes = set(below(os.getpid())) - before
    program.close()
    assert processes
    assert all(map(gone, processes))


def test_scores_and_lines_come_through(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from noughts.strategies.line_scoring import Weights\nclass Mine(Weights):\n    pass\n"
    )
    program, here = PersonProgram(f"{tmp_path}/mine.py:Mine"), load("weights")
    position = parse_position("X../.O./...")
    known = consult(here, position, NO_DICE)
    assert consult(program, position, NO_DICE) == replace(known, reason=str(known.reason), saw=str(known.saw))
    assert consult_lines(program, position, NO_DICE) == consult_lines(here, position, NO_DICE)
    assert consult_lines(PersonProgram(written(tmp_path, HONEST)), position, NO_DICE) is None


def test_a_limit_that_its_process_keeps_is_one_here(tmp_path: Path) -> None:
    file = Path(written(tmp_path, HONEST).removesuffix(":Player"))
    limit = "raise LimitExceeded('there was no time')"
    file.write_text(file.read_text().replace("return True", f"from noughts import LimitExceeded; {limit}"))
    with pytest.raises(LimitExceeded, match=r"^there was no time$"):
        require_support(PersonProgram(f"{file}:Player"), GAME)


def test_a_program_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("import os\ncode = os._exit(0)\n")
    with pytest.raises(StrategyError, match=r"'wrong\.py' cannot be asked: its process ended with exit code 0"):
        PersonProgram("wrong.py", folder=tmp_path)
    with pytest.raises(StrategyError, match=r"no strategy 'gone\.py': there is no file 'gone\.py'"):
        PersonProgram("gone.py", folder=tmp_path)

"""Bounded lines, and the loop between a server and its pipes."""

import io
import os
import random
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.engines import loop
from noughts.engines.loop import serve
from noughts.engines.server import Server
from noughts.engines.timing import LEAST_SECONDS, UNLIMITED, TimeControl, moves_to_come
from noughts.players.player import Decision
from noughts.processes.line_cutter import MAX_LINE, bounded_lines


class Lowest:
    name = "lowest"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves[:1])


@given(st.lists(st.binary(max_size=9).map(lambda line: line.replace(b"\n", b"")), max_size=9), st.integers(1, 7))
def test_lines_are_those_of_the_stream_however_it_is_cut(lines: list[bytes], size: int) -> None:
    stream = io.BytesIO(b"".join(line + b"\n" for line in lines))
    assert list(bounded_lines(lambda most: stream.read(size))) == lines


def test_the_last_line_needs_no_end() -> None:
    assert list(bounded_lines(io.BytesIO(b"a\nb").read)) == [b"a", b"b"]


def test_of_a_long_line_the_head_is_kept_and_no_more() -> None:
    chunks = iter([b"a" * 70_000] * 3 + [b"\nEND\n", b""])
    held = []
    for line in bounded_lines(lambda most: next(chunks)):
        held.append(line)
    assert held == [b"a" * MAX_LINE, b"END"]


class Talk:
    """A server at work in a thread, with pipes to it and from it."""

    def __init__(self, server: Server) -> None:
        (self.source, manager), (self.answers, sink) = os.pipe(), os.pipe()
        self.manager: io.FileIO = os.fdopen(manager, "wb", buffering=0)
        self.reader = os.fdopen(self.answers, "rb")
        self.left = threading.Event()
        self.sink = os.fdopen(sink, "wb", buffering=0)
        read = partial(os.read, self.source)
        self.thread = threading.Thread(target=serve, args=(server, read, self.sink, lambda code: self.left.set()))
        self.thread.start()

    def say(self, text: str) -> None:
        self.manager.write(text.encode())

    def close(self) -> None:
        self.manager.close()
        self.thread.join(10)
        for thread in threading.enumerate():
            if thread.name == "manager":
                thread.join(10)
        self.sink.close()
        self.reader.close()
        os.close(self.source)


@pytest.fixture
def talk() -> Iterator[Talk]:
    made = Talk(Server(lambda seconds: Lowest()))
    yield made
    made.close()


def test_every_answer_is_written_at_once(talk: Talk) -> None:
    talk.say("START 15\r\n")
    assert talk.reader.readline() == b"OK\n"
    talk.say("BEGIN\nTURN 5,5\n")
    assert (talk.reader.readline(), talk.reader.readline()) == (b"0,0\n", b"1,0\n")


def test_end_ends_it(talk: Talk) -> None:
    talk.say("START 15\nEND\nBEGIN\n")
    talk.thread.join(10)
    assert not talk.thread.is_alive()
    assert not talk.left.is_set()


def test_the_end_of_the_input_ends_it_once_all_is_answered(talk: Talk) -> None:
    talk.say("START 15\nBEGIN")
    talk.manager.close()
    talk.thread.join(10)
    assert not talk.thread.is_alive()
    talk.sink.close()
    assert talk.reader.read() == b"OK\n0,0\n"


def test_it_ends_where_nobody_reads(talk: Talk) -> None:
    talk.reader.close()
    talk.say("ABOUT\n")
    talk.thread.join(10)
    assert not talk.thread.is_alive()


def test_a_fault_of_ours_is_an_error_and_the_engine_lives_on(capsys: pytest.CaptureFixture[str]) -> None:
    class Faulty(Server):
        def feed(self, line: str) -> list[str]:
            return super().feed(line) if line == "END" else [line[len(line)]]

    talk = Talk(Faulty(lambda seconds: Lowest()))
    talk.say("ABOUT\nSTART 15\n")
    assert {talk.reader.readline(), talk.reader.readline()} == {
        b"ERROR internal error of the engine: see its standard error\n"
    }
    talk.say("END\n")
    talk.close()
    assert "IndexError" in capsys.readouterr().err


@pytest.mark.parametrize(("last", "grace"), [("END\n", "END_SECONDS"), ("", "GONE_SECONDS")])
def test_a_thought_does_not_outlive_the_manager(monkeypatch: pytest.MonkeyPatch, last: str, grace: str) -> None:
    monkeypatch.setattr(loop, grace, 0.05)
    thinking = threading.Event()

    class Slow(Lowest):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            assert thinking.wait(10)
            return super().decide(position, rng)

    talk = Talk(Server(lambda seconds: Slow()))
    talk.say(f"START 15\nBEGIN\n{last}")
    talk.manager.close()
    assert talk.left.wait(10)  # here the process would end
    thinking.set()
    talk.close()


def control_lines(rng: random.Random, count: int) -> Iterator[bytes]:
    """Lines of a manager with bytes put into them that are no text, every control byte among them."""
    lines = [b"START 15", b"1,9,1", b"TURN 7,8", b"BOARD", b"DONE", b"INFO rule 1", b"INFO k 4", b"RESTART"]
    lines += [b"BEGIN", b"TAKEBACK 7,8", b"RECTSTART 9,7", b"INFO timeout_turn 100", b""]
    odd = [bytes([byte]) for byte in range(256) if byte != 10 and (byte < 48 or byte > 126)] + [b"\xe2\x84\xaa"]
    for number in range(count):
        line = bytearray(rng.choice(lines))
        for _ in range(rng.randrange(3)):
            place = rng.randrange(len(line) + 1)
            line[place : place + rng.randrange(2)] = odd[(number + rng.randrange(2)) % len(odd)]
        yield bytes(line) + b"\n"


@pytest.mark.parametrize("count", [2000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_no_bytes_of_a_manager_end_or_silence_the_engine(count: int, request: pytest.FixtureRequest) -> None:
    """A question after each thousand lines is answered, and END ends the engine; `--mutations` tries more."""
    rng, about = random.Random(int(request.config.getoption("--fuzz-seed"))), b'name="noughts", version="7"'
    count = int(request.config.getoption("--mutations") or count)
    sink, left = io.BytesIO(), list[int]()
    asked = 0

    def chunks() -> Iterator[bytes]:
        nonlocal asked
        for start in range(0, count, 1000):
            yield b"".join(control_lines(rng, min(1000, count - start)))
            asked += 1
            yield b"ABOUT\n"
        yield b"END\n"

    given = chunks()
    serve(Server(lambda seconds: Lowest(), version="7"), lambda most: next(given, b""), sink, left.append)
    answers = sink.getvalue().splitlines()
    assert sum(answer.startswith(about) for answer in answers) == asked
    assert not [answer for answer in answers if b"internal error" in answer]
    assert all(re.fullmatch(rb"OK|[0-9]+,[0-9]+|name=.*|(ERROR|UNKNOWN|MESSAGE) [ -~]+", answer) for answer in answers)
    assert left == []


GOMOKU = Game(15, 15, 5)


class Played:
    """A game of so many plies at some seconds a game: the share that was used, and what was left at the least.

    A move takes from a twentieth of its average to three times as much, but ends at its limit. `lost`: the seconds
    that it then loses between the engine and the manager, by the ply.
    """

    def __init__(self, seconds: float, plies: int, lost: Callable[[int], float] = lambda ply: 0.0) -> None:
        self.now, self.left, rng = 0.0, seconds, random.Random(plies)
        time = TimeControl(lambda: self.now)
        time.inform("timeout_turn", 1_000_000)
        time.inform("timeout_match", round(seconds * 1000))
        for ply in range(0, plies, 2):
            time.inform("time_left", int(self.left * 1000))
            budget, began = time.budget(GOMOKU, ply), time.now()
            assert budget.seconds is not None
            assert budget.soft is not None
            assert budget.soft <= budget.seconds
            took = min(budget.seconds, budget.soft * rng.choice((0.05, 0.4, 0.6, 0.8, 1.2, 2.0, 3.0))) + 0.002
            self.now += took
            time.moved(began, budget)
            self.left -= took + lost(ply)
            assert self.left > 0
        self.share = 1 - self.left / seconds


@pytest.mark.parametrize("seconds", [2.0, 10.0, 180.0])
def test_most_of_the_time_is_used_in_a_game_of_sixty_plies_and_none_is_lost(seconds: float) -> None:
    assert Played(seconds, 60).share > 0.7
    assert Played(seconds, 30).share > 0.5


def test_a_game_that_fills_the_board_has_time_to_the_end() -> None:
    assert Played(2.0, 224).share > 0.9
    assert Played(60.0, 224).share > 0.9


def test_time_is_kept_for_what_each_move_loses_on_the_way() -> None:
    calm, loaded = Played(10.0, 60), Played(10.0, 60, lambda ply: 0.02)
    assert 0.5 < loaded.share < calm.share
    Played(10.0, 90, lambda ply: 0.3 if ply % 20 == 10 else 0.005)
    Played(10.0, 224, lambda ply: 0.02)


def test_a_turn_leaves_more_after_a_late_move() -> None:
    now = [0.0]
    time = TimeControl(lambda: now[0])
    time.inform("timeout_turn", 1000)
    before = time.budget(GOMOKU, 0)
    assert (before.seconds, before.soft) == (0.92, None)
    began = time.now()
    now[0] += 0.92 + 0.2
    time.moved(began, before)
    assert time.budget(GOMOKU, 0).seconds == pytest.approx(1 - 0.05 - 0.3)
    for _ in range(100):
        time.moved(now[0], before)
    assert time.budget(GOMOKU, 0).seconds == 0.92  # that was long ago


def test_without_a_turn_s_time_a_game_s_time_is_the_limit() -> None:
    time = TimeControl()
    assert time.budget(GOMOKU, 0).seconds == 4.72
    time.inform("timeout_match", 600_000)
    budget = time.budget(GOMOKU, 0)
    assert budget.soft is not None
    assert budget.seconds == 4 * budget.soft
    assert 10 < budget.soft < 60


@given(st.integers(0, 3_000_000), st.integers(-1000, UNLIMITED), st.integers(0, 224))
def test_a_move_never_gets_more_than_there_is(turn: int, left: int, ply: int) -> None:
    time = TimeControl()
    time.inform("timeout_turn", turn)
    time.inform("time_left", left)
    seconds = time.budget(GOMOKU, ply).seconds
    assert seconds is not None
    assert seconds >= LEAST_SECONDS
    limit = turn if left >= UNLIMITED else min(turn, left)
    assert seconds <= max(LEAST_SECONDS, limit / 1000)


def test_the_moves_to_come() -> None:
    for game in (GOMOKU, Game(20, 20, 5), Game(19, 19, 6), Game(10, 10, 5), Game(9, 9, 4), Game(3, 3, 3)):
        moves = [moves_to_come(game, ply) for ply in range(game.cells)]
        assert moves == sorted(moves, reverse=True)
        assert moves[-1] == 1
        assert all(2 * count <= game.cells - ply + 1 for ply, count in enumerate(moves))

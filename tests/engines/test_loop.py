"""Bounded lines, and the loop between a server and its pipes."""

import io
import os
import random
import re
import threading
from collections.abc import Iterator
from functools import partial
from typing import Never

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.engines import loop
from noughts.engines.loop import serve
from noughts.engines.server import Server
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


def test_bytes_that_are_no_text_are_unknown(talk: Talk) -> None:
    talk.say("START 15\n")
    talk.manager.write(b"\xff\xfe\x00\x1b[2J\n")
    assert talk.reader.readline() == b"OK\n"
    assert talk.reader.readline().startswith(b"UNKNOWN '")


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


def test_a_fault_of_ours_in_the_reader_ends_the_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(text: str) -> Never:
        raise ValueError(text)

    monkeypatch.setattr(loop, "parse_command", broken)
    talk = Talk(Server(lambda seconds: Lowest()))
    talk.say("START 15\r\n")
    assert talk.reader.readline() == b"OK\n"
    talk.thread.join(60)
    assert not talk.thread.is_alive()
    talk.close()
    assert "ValueError: START 15" in capsys.readouterr().err


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


def test_a_broken_input_has_ended() -> None:
    def read(most: int) -> bytes:
        raise OSError("gone")

    sink, left = io.BytesIO(), list[int]()
    server = Server(lambda seconds: Lowest())
    thread = threading.Thread(target=serve, args=(server, read, sink, left.append), daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert (sink.getvalue(), left) == (b"", [])  # it ended by itself: nobody had to leave

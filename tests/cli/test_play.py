"""`noughts play`: in process, from moves that are given, through pipes, and through a real pseudo-terminal."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from noughts.app.players import Loader
from noughts.cli.play import make_roster, seats
from noughts.core.game import Game
from noughts.strategies import registry
from tests.cli.conftest import Ran, Run

STANDARD, OTHER = Game(3, 3, 3), Game(4, 3, 3)
PROGRAM = [sys.executable, "-m", "noughts", "play"]


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Play with lines on standard input: the first argument."""

    def call(lines: str, *arguments: str) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return run("play", *arguments)

    return call


@pytest.mark.parametrize(
    ("game", "x", "o", "expected"),
    [
        (STANDARD, None, None, ("human", "ring")),
        (OTHER, None, None, ("human", "paths")),
        (Game(15, 15, 5), None, None, ("human", "search:seconds=0.5")),
        (STANDARD, "weights", None, ("weights", "human")),
        (STANDARD, None, "weights", ("human", "weights")),
        (STANDARD, None, "human", ("ring", "human")),
        (STANDARD, "human", "human", ("human", "human")),
        (STANDARD, "first", "weights", ("first", "weights")),
    ],
)
def test_who_plays(game: Game, x: str | None, o: str | None, expected: tuple[str, str]) -> None:
    assert seats(game, x, o) == expected


def test_the_moves_come_from_the_input(play: Run) -> None:
    ran = play("b2\nc1\nquit\n")
    assert ran.code == 0
    first = "Rule 4: move 1: corner: takes a corner."
    second = "It stops 3 in a row, and makes a threat: X must answer at a2. Rule 2: block: fills"
    assert f"X (human) to move: b2\nO (ring) plays a1. {first}\n" in ran.out
    assert f"X (human) to move: c1\nO (ring) plays a3. {second}" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize(("suffix", "begins"), [(".sgf", "(;FF[4]"), (".TXT", "game 3,3,3\n"), (".txt.old", "{")])
def test_save_writes_the_game_on_leaving(play: Run, tmp_path: Path, suffix: str, begins: str) -> None:
    """The file's name says the format."""
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    ran = play(f"b2\nsave {one}\n", "--save", str(other))
    assert ran.code == 0
    assert ran.out.endswith(f"saved to {other} (2 moves)\n")
    assert one.read_text() == other.read_text()
    assert one.read_text().startswith(begins)


def test_save_overwrites_nothing(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine")
    ran = play("b2\n", "--save", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert f"{str(path)!r} exists" in ran.err
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["--o", "rinh"], "'rinh': did you mean ring"),
        (["--save", "no/such/game.json"], "'no/such/game.json'"),
        (["--moves", "b2 b2"], "'b2 b2': b2 is taken by X"),
        (["--moves", "b2,zz"], "'zz'"),
        (["--moves", "1 4 2 5 3 6"], "c2 cannot be played: the game is over"),
    ],
)
def test_bad_input_gets_one_line_and_exit_2(play: Run, arguments: list[str], quoted: str) -> None:
    ran = play("", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert quoted in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("game", "level", "player"), [("3,3,3", "easy", "paths:level=easy"), ("3,3,3", "perfect", "sharp")]
)
def test_a_level_is_named_as_on_the_page(play: Run, game: str, level: str, player: str) -> None:
    ran = play("quit\n", "--o", level, "--game", game)
    assert ran.code == 0
    assert f"O {registry.load(player).name}" in ran.out
    assert level in make_roster(Loader()).names(Game.from_text(game))
    assert "no strategy 'strongest'" in play("", "--o", "strongest").err  # of larger boards


def test_stray_bytes_are_a_bad_move(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nb2\n"), encoding="utf-8"))
    ran = run("play")
    assert ran.code == 0
    assert "no cell '\\\\xff\\\\xfe'" in ran.out
    assert "O (ring) plays a1" in ran.out


def test_a_program_can_play_through_pipes() -> None:
    """The question comes before the answer is needed, and nothing is held back."""
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = b""
        for move in (b"b2\n", b"b2\n", b"c1\n"):
            while not seen.endswith(b"X (human) to move: "):
                seen += os.read(process.stdout.fileno(), 4096)
            process.stdin.write(move)
            process.stdin.flush()
            seen += b"\n"
        process.stdin.close()
        seen += process.stdout.read()
    assert process.returncode == 0
    assert b"b2 is taken by X\n" in seen


def test_without_the_board_a_game_goes_line_by_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.terminal.start.is_terminal", lambda: True)
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("b2\nq\n"))
    ran = run("play")
    assert (ran.code, ran.err) == (0, "a board on the full screen needs an extra: pip install 'noughts[tui]'\n\n")
    assert "O (ring) plays a1" in ran.out


# Through a real pseudo-terminal.


class Terminal(pexpect.spawn):  # type: ignore[type-arg]
    """The program on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        super().__init__(
            PROGRAM[0], [*PROGRAM[1:], *arguments], env=environment, encoding="utf-8", timeout=300, dimensions=(24, 80)
        )

    def finish(self) -> int | None:
        """Wait for the end; return the exit code."""
        self.expect(pexpect.EOF)
        self.close()
        assert self.signalstatus is None
        return self.exitstatus


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    started: list[Terminal] = []
    yield started
    for terminal in started:
        terminal.close(force=True)


def test_an_interrupt_in_line_mode(terminals: list[Terminal]) -> None:
    terminal = Terminal("--plain")
    terminals.append(terminal)
    terminal.expect_exact("X (human) to move: ")
    terminal.sendintr()
    assert terminal.finish() == 130
    assert "Traceback" not in str(terminal.before)


@pytest.mark.gate
@pytest.mark.parametrize(("key", "code"), [pytest.param("q", 0, marks=pytest.mark.slow), ("\x03", 130)])
def test_the_full_screen_board_on_a_terminal(terminals: list[Terminal], key: str, code: int) -> None:
    terminal = Terminal("--o", "first")
    terminals.append(terminal)
    terminal.expect_exact("\x1b[?1049h")
    terminal.expect_exact("to move")
    terminal.send("b2\r")
    terminal.expect_exact("O (first) plays a1")
    terminal.send(key)
    terminal.expect_exact("\x1b[?1049l")  # the ordinary screen is back
    terminal.expect_exact("unfinished")
    assert terminal.finish() == code

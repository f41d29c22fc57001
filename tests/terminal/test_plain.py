"""Line mode, with its answers given one by one."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from noughts.terminal.line_mode import LineMode, read_line
from noughts.terminal.session import Session
from tests.refusals import refused
from tests.terminal.fakes import make_session


def answers_from(lines: Iterable[str]) -> Callable[[str], str]:
    waiting = iter(lines)

    def read(prompt: str) -> str:
        print(prompt, end="")
        try:
            line = next(waiting)
        except StopIteration:
            print()
            raise EOFError from None
        print(line)
        return line

    return read


def run(capsys: pytest.CaptureFixture[str], session: Session, *lines: str, answers: bool = True) -> str:
    LineMode(session, answers_from(lines), answers).run()
    return capsys.readouterr().out


def test_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), "c1", "b2", "7")
    assert out.startswith("3,3,3: 3 columns, 3 rows, 3 in a row win\nX human, O lowest; ")
    assert "X (human) to move: c1\nO (lowest) plays a1. The lowest free cell.\n" in out
    assert " 1  O  O [X]\n 2  . [X] .\n 3 [X] .  .\n\nX (human) wins with c1 b2 a3\n" in out
    assert out.endswith("game over (new, undo, save FILE, quit): \n")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("b2", "b2 is taken by X"),
        ("z9", "no cell 'z9': expected a1 to c3, 1 to 9 or r0 to r8; help lists the commands"),
        ("game 3,3,9", "no game '3,3,9': "),
        ("faster", "'faster' is for the full-screen board"),
        ("", "X (human) to move"),
    ],
)
def test_a_bad_line_gets_one_clear_line_and_the_question_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, answer: str
) -> None:
    monkeypatch.chdir(tmp_path)
    out = run(capsys, make_session(), "5", line)
    tail = out.split(f"X (human) to move: {line}\n", maxsplit=1)[1]
    assert tail.startswith(answer)
    assert len(tail.splitlines()) == (2 if line else 1)
    assert tail.endswith("X (human) to move: \n")


def test_the_commands_as_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), "b2", "hint", "scores", "WHY", "undo", "redo", "moves", "swap", "show", "quit")
    for line in (
        "hint: b1. It makes a threat: O must answer at b3. The lowest free cell.",
        "scores of lowest for X at b1, in brackets",
        "O (lowest) plays a1. The lowest free cell.\n",
        "O (lowest) plays a1. The lowest free cell. The computer saw: score 9.",
        "took back a1 b2",
        "made again b2 a1",
        "1. b2 a1",
        "sides swapped, X lowest, O human",
        "X (lowest) plays b1. It makes a threat: O must answer at b3. The lowest free cell.",
    ):
        assert f"{line}\n" in out, line
    assert out.endswith("O (human) to move: quit\n")


def test_help_lists_what_line_mode_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), "help")
    assert "  undo         take back your last move, and the reply to it (also u, back)\n" in out
    assert "  game m,n,k   another board" in out
    assert "  quit         leave" in out
    assert "faster" not in out


def test_resigning_and_no_hint_after_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), "resign", "hint", "undo", "b2")
    assert "X resigned: O (lowest) wins\n" in out
    assert "the game is over\n" in out
    assert "the game goes on\n" in out
    assert "O (lowest) plays a1" in out


def test_another_board_is_drawn_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), "board 4,3,3")
    assert "   a b c d\n 1 . . . .\n" in out


def test_a_failure_is_told_and_the_question_put_again(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(o="raises"), "b2", "o lowest", "quit")
    failed = out[out.index("strategy 'raises' raised ZeroDivisionError") :].splitlines()
    assert "what is [this]? (fakes.py, line " in failed[0]
    assert failed[1] == "O (raises) failed (o WHO, undo, new, quit): o lowest"
    assert "O (lowest) plays a1" in out


def test_a_failing_hint_does_not_end_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    session = make_session()
    broken = make_session(x="raises").players[session.position.side]
    assert broken is not None
    session.roster = type(session.roster)(session.roster.load, session.roster.names, lambda game: broken)
    out = run(capsys, session, "hint", "b2")
    assert "strategy 'raises' raised ZeroDivisionError" in out
    assert "O (lowest) plays a1" in out


def test_with_nobody_to_ask_a_failure_ends_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with refused("error.raised-saying", strategy="'raises'"):
        run(capsys, make_session(o="raises"), "b2", answers=False)


def test_nobody_there_makes_a_demonstration(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), answers=False)
    assert "no input, so this is a demonstration: X lowest, O lowest\n" in out
    assert out.endswith("X (lowest) wins with c1 b2 a3\n")
    for lines, answers in ((["b2"], False), ([], True)):  # who has spoken, or sits at a terminal, is not replaced
        assert "demonstration" not in run(capsys, make_session(), *lines, answers=answers)


def test_two_strategies_ask_for_nothing_where_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(x="lowest"), "never read", answers=False)
    assert out.endswith("X (lowest) wins with c1 b2 a3\n")


def test_two_strategies_pause_after_an_undo_and_step(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(x="lowest"), "undo", "step", "undo", "pause", "quit")
    assert "X (lowest) to move, paused (step, pause, quit): step\none step\nX (lowest) plays a3" in out
    assert "(step, pause, quit): pause\ngoing on\nX (lowest) plays a3" in out


def test_a_pause_between_the_moves_of_two_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    LineMode(make_session(x="lowest"), answers=False, pause=1.5).run()
    assert slept == [1.5] * 6


def test_a_closed_input_is_an_ended_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(EOFError):
        read_line("well? ")
    assert capsys.readouterr().out == "well? \n"

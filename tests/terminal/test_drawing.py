"""What stands in the cells of the full-screen board, and where they stand."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.terminal.drawing import HEADER, LABELS, LAYOUTS, BoardLayout, Picture, cell_text, fitting, picture
from noughts.terminal.line_mode import LineMode, read_line
from noughts.terminal.session import Session
from tests.refusals import refused
from tests.terminal.fakes import make_session, reply

SMALL, RULED, LARGE = LAYOUTS[-1], LAYOUTS[-3], LAYOUTS[-5]
SCORES = [None, None, 1.25, 7.0, None, 0.0, 0.0, 0.0, None]
BOARD = parse_position("XX./.O./..O")


@pytest.mark.parametrize(
    ("shown", "cell", "cursor", "small", "ruled"),
    [
        (Picture(BOARD), 0, False, " X ", "  X  "),
        (Picture(BOARD), 0, True, "[X]", " [X] "),
        (Picture(BOARD), 2, False, " · ", "     "),
        (Picture(BOARD), 2, True, "[·]", " [ ] "),
        (Picture(BOARD, last=0), 0, False, "<X>", " <X> "),
        (Picture(BOARD, last=0), 0, True, "[X]", "[<X>]"),
        (Picture(BOARD, last=0, line=frozenset({0})), 0, False, "*X*", " *X* "),
        (Picture(BOARD, line=frozenset({0})), 0, True, "[X]", "[*X*]"),
        (Picture(BOARD, hint=2), 2, False, " ? ", "  ?  "),
        (Picture(BOARD, hint=3, scores=SCORES), 3, False, "?7?", " ?7? "),
        (Picture(BOARD, scores=SCORES), 2, False, "1.2", " 1.2 "),
        (Picture(BOARD, scores=SCORES), 2, True, "1.2", "[1.2]"),
        (Picture(BOARD, scores=SCORES), 3, True, "[7]", " [7] "),
    ],
)
def test_everything_can_be_told_without_colour(shown: Picture, cell: int, cursor: bool, small: str, ruled: str) -> None:
    assert cell_text(shown, SMALL, cell, 0, cursor) == small
    assert cell_text(shown, RULED, cell, 0, cursor) == ruled


@given(st.integers(1, 26), st.integers(1, 26), st.sampled_from(LAYOUTS), st.data())
def test_a_cell_is_found_where_it_is_drawn(m: int, n: int, size: BoardLayout, data: st.DataObject) -> None:
    game = Game(m, n, 1)
    cell = data.draw(st.integers(0, game.cells - 1))
    row, column = game.row_column(cell)
    x, y = LABELS + column * size.across, HEADER + row * size.down
    assert size.cell_at(game, x, y) == cell
    assert size.cell_at(game, x + size.width - 1, y + size.height - 1) == cell
    assert size.cell_at(game, x + size.width, y) != cell
    assert size.cell_at(game, x, y - 1) != cell
    width, height = size.size(game)
    assert x + size.width <= width
    assert y + size.height <= height


def test_the_largest_layout_that_fits() -> None:
    assert fitting(Game(3, 3, 3), 49, 20) == BoardLayout(11, 5, True)
    assert fitting(Game(3, 3, 3), 49, 17) == LARGE
    assert fitting(Game(3, 3, 3), 89, 36) == BoardLayout(23, 11, True)
    assert fitting(Game(15, 15, 5), 49, 20) == SMALL
    assert fitting(Game(15, 15, 5), 100, 40) == RULED
    assert fitting(Game(26, 26, 5), 10, 5) == SMALL


def test_a_session_as_a_picture() -> None:
    session = make_session()
    session.play(4)
    reply(session)
    assert picture(session, with_scores=False) == Picture(session.position, last=0)
    shown = picture(session, with_scores=True)
    assert list(shown.scores) == [9, 8, 7, 6, None, 4, 3, 2, 1]
    question = session.ask_hint()
    assert question is not None
    session.accept_hint(question, question.answer())
    assert picture(session, with_scores=True).hint == 1
    assert picture(session, with_scores=True).score(1) == 8


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


def test_resigning_and_no_hint_after_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, make_session(), "resign", "hint", "undo", "b2")
    assert "X resigned: O (lowest) wins\n" in out
    assert "the game is over\n" in out
    assert "the game goes on\n" in out
    assert "O (lowest) plays a1" in out


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

"""The full-screen board, driven by Textual's pilot: keys and mouse."""

import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.players.player import Decision, as_player
from noughts.terminal.app import INTERRUPTED, BoardApp, run_app
from noughts.terminal.board import BoardView
from noughts.terminal.dialogs import Ask, Help
from noughts.terminal.drawing import HEADER, LABELS
from noughts.terminal.session import Session
from tests.terminal.fakes import FAKES, Lowest, make_session

pytestmark = pytest.mark.gate

SIZE = (80, 24)
Driver = Pilot[None]


def moves(session: Session) -> str:
    return " ".join(session.game.name(turn.move) for turn in session.turns)


def has_moves(session: Session, count: int) -> bool:
    return len(session.turns) == count


async def until(pilot: Driver, condition: Callable[[], bool]) -> None:
    """Wait until something has happened in another thread."""
    for _ in range(6000):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError(screen_text(pilot.app))


async def play(pilot: Driver, name: str) -> None:
    """Type a cell's name and play it; wait for the strategy's reply."""
    await pilot.press(*name, "enter")
    session = session_of(pilot)
    await until(pilot, lambda: session.over or session.waits_for_human)


def session_of(pilot: Driver) -> Session:
    assert isinstance(pilot.app, BoardApp)
    return pilot.app.session


def screen_text(app: App[None]) -> str:
    """Return what stands on the screen."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join(strip.text.ljust(width) for strip in lines[:height])


async def click(pilot: Driver, name: str) -> None:
    """Click on a cell."""
    board = pilot.app.screen.query_one(BoardView)
    row, column = board.game.row_column(parse_cell(board.game, name))
    left, top = board._origin
    layout = board.layout_now
    x = left + LABELS + column * layout.across + layout.width // 2 - board.scroll_offset.x
    y = top + HEADER + row * layout.down + layout.height // 2 - board.scroll_offset.y
    await pilot.click(BoardView, offset=(x, y))


async def test_a_whole_game_with_the_keys() -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await play(pilot, "c1")
        assert moves(session) == "c1 a1"
        await pilot.press("down", "left", "space")  # from c1 over c2 to b2
        await until(pilot, lambda: moves(session) == "c1 a1 b2 b1")
        await pilot.press("down", "left", "enter")
        await until(pilot, lambda: session.over)
        text = screen_text(pilot.app)
        assert "X (human) wins with c1 b2 a3; N is a new game" in text
        assert text.count("*  ╳  *") == 3
        await pilot.press("enter")
        assert "a3 cannot be played: the game is over (X wins)" in screen_text(pilot.app)


@pytest.mark.parametrize("size", [(80, 24), (40, 14)])
async def test_the_board_stands_still_and_a_reason_stands_once(size: tuple[int, int]) -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=size) as pilot:
        await pilot.pause()
        board = pilot.app.screen.query_one(BoardView)
        before = board.region, board.layout_now, board._origin
        await play(pilot, "a1")
        assert screen_text(pilot.app).count("cell.") == 1  # the lowest free cell
        await pilot.press("H")
        await until(pilot, lambda: session.hint is not None)
        await pilot.press(*"zz", "%")
        assert (board.region, board.layout_now, board._origin) == before


async def test_a_whole_game_with_the_mouse() -> None:
    session = make_session(game="4,3,3")
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        for count, name in ((2, "b2"), (4, "c2")):
            await click(pilot, name)
            await until(pilot, partial(has_moves, session, count))
        await click(pilot, "d2")
        await until(pilot, lambda: session.over)
        assert session.record().result == "X"


async def test_undo_and_redo() -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await play(pilot, "b2")
        await play(pilot, "c3")
        await pilot.press("U")
        assert moves(session) == "b2 a1"
        await pilot.press("u", "ctrl+z")
        assert moves(session) == ""
        await pilot.press("R")
        assert moves(session) == "b2 a1"
        await pilot.press("ctrl+y")
        assert moves(session) == "b2 a1 c3 b1"


async def test_a_capital_is_a_command_where_the_small_letter_is_a_column() -> None:
    session = make_session(game="26,3,3", o="human")
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        await pilot.press("u")
        assert board.typed == "u"
        assert "typed u: Enter plays" in screen_text(pilot.app)
        await pilot.press("2", "enter", "U")
        assert (moves(session), board.typed) == ("", "")
        assert "took back u2" in screen_text(pilot.app)


async def test_typing_a_name_can_be_mended() -> None:
    session = make_session(game="15,15,5", o="human")
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        await pilot.press("c", "1", "1", "backspace", "0")
        assert session.game.name(board.cursor) == "c10"
        await pilot.press("escape", "d", "9", "9", "enter")
        assert moves(session) == ""
        assert "no cell 'd99': expected a1 to o15" in screen_text(pilot.app)
        await pilot.press("1", "6", "enter")
        assert moves(session) == "a2"


async def test_what_is_refused_is_quoted() -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await play(pilot, "b2")
        await pilot.press("b", "2", "enter")
        assert "! b2 is taken by X" in screen_text(pilot.app)
        await pilot.press("%")
        assert "no command has the key '%'" in screen_text(pilot.app)


async def test_why_and_scores_and_hint() -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await pilot.press("V")
        assert "no scores yet" in screen_text(pilot.app)
        await play(pilot, "b2")
        text = screen_text(pilot.app)
        assert "O (lowest) plays a1. The" in text
        assert "<9>" in text
        await pilot.press("c", "3")
        await pilot.press("escape")
        assert "cursor c3: free, score 1" in screen_text(pilot.app)
        await pilot.press("H")
        await until(pilot, lambda: session.hint is not None)
        text = screen_text(pilot.app)
        assert text.count("hint: b1.") == 2
        assert "lowest free cell." in text
        await pilot.press("v")
        text = screen_text(pilot.app)
        assert "scores hidden" in text
        assert "?" in text.splitlines()[4]  # on b1


async def test_another_board_by_its_name() -> None:
    session = make_session(o="small")
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await pilot.press("G")
        question = pilot.app.screen
        assert isinstance(question, Ask)
        await pilot.press(*"3,3,9", "enter")
        assert "no game '3,3,9'" in screen_text(pilot.app)
        question.query_one(Input).value = "15,15,5"
        await pilot.press("enter")
        assert session.game == Game(15, 15, 5)
        text = screen_text(pilot.app)
        assert "(small does not play it)" in " ".join(text.split())
        assert "\n15  ·  ·" in text
        assert "[·]" in text


async def test_another_player_from_the_list() -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await pilot.press("O")
        await pilot.press("down", "down", "down", "enter")
        assert session.name(Side.O) == "small"
        await pilot.press("X", *"nobody", "enter")
        assert "no strategy 'nobody'" in screen_text(pilot.app)
        await pilot.press("escape")
        assert session.name(Side.X) == "human"
        assert len(pilot.app.screen.query(OptionList)) == 0


async def test_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await play(pilot, "b2")
        await pilot.press("S", "enter")
        assert "saved to game.json (2 moves)" in screen_text(pilot.app)
        await pilot.press("S", "enter")
        assert "'game.json' exists" in screen_text(pilot.app)
        await pilot.press("escape")
    assert json.loads((tmp_path / "game.json").read_text())["moves"] == ["b2", "a1"]


async def test_new_swap_and_resign() -> None:
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await play(pilot, "b2")
        await pilot.press("N")
        assert moves(session) == ""
        await pilot.press("W")
        await until(pilot, lambda: moves(session) == "a1")
        await pilot.press("Y")
        assert "O resigned: X (lowest) wins" in " ".join(screen_text(pilot.app).split())
        await pilot.press("H")
        assert "the game is over" in screen_text(pilot.app)


@pytest.mark.timing
async def test_two_strategies_pause_step_and_change_speed() -> None:
    session = make_session(x="lowest")
    async with BoardApp(session, pause=9).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: moves(session) == "a1")
        await pilot.press("+")
        assert "4.5 seconds between moves" in screen_text(pilot.app)
        await pilot.press("-", "P")
        assert "X (lowest) to move" not in screen_text(pilot.app)
        assert "O (lowest) to move, paused" in screen_text(pilot.app)
        await pilot.press(".")
        await until(pilot, lambda: moves(session) == "a1 b1")
        await pilot.press("u")
        assert moves(session) == "a1"
        await pilot.press("b", "2", "enter")
        assert "it is the turn of O (lowest)" in screen_text(pilot.app)
        await pilot.press(*"+" * 8, "P")
        await until(pilot, lambda: session.over)
        assert moves(session) == "a1 b1 c1 a2 b2 c2 a3"


@pytest.mark.parametrize("name", ["raises", "taken"])
async def test_a_strategy_that_fails_gets_one_clear_line(name: str) -> None:
    session = make_session(o=name)
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await pilot.press("b", "2", "enter")
        await until(pilot, lambda: session.failure is not None)
        text = screen_text(pilot.app)
        assert f"! strategy '{name}' " in text
        assert "[this]" in text or name == "taken"
        assert f"O ({name}) failed" in text
        assert "U takes the move back" in text
        assert "Traceback" not in text
        session.seat(Side.O, "lowest")
        await pilot.press("U")
        await play(pilot, "b2")
        assert moves(session) == "b2 a1"


async def test_thinking_does_not_block_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()

    class Slow(Lowest):
        def decide(self, position: Position, rng: object) -> Decision:
            done.wait(10)
            return Decision(position.legal_moves[:1])

    monkeypatch.setitem(FAKES, "lowest", as_player(Slow()))
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await pilot.press("b", "2", "enter", "right")
        assert "O (lowest) is thinking" in screen_text(pilot.app)
        assert "cursor c2: free" in screen_text(pilot.app)
        await pilot.press("U")
        done.set()
        await pilot.pause(0.1)
        assert moves(session) == ""


async def test_help_lists_the_keys() -> None:
    async with BoardApp(make_session()).run_test(size=SIZE) as pilot:
        await pilot.press("?")
        assert isinstance(pilot.app.screen, Help)
        assert "U  take back your last move" in screen_text(pilot.app)
        await pilot.press("escape", "f1")
        assert isinstance(pilot.app.screen, Help)


async def test_a_board_that_does_not_fit_scrolls_under_its_coordinates() -> None:
    session = make_session(game="26,26,6", o="human")
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        await pilot.press("end", "pagedown")
        text = screen_text(pilot.app)
        lines = text.splitlines()
        assert "z" in lines[0]
        assert lines[18].startswith("26 ")
        assert "[·]" in lines[18]
        await pilot.press("enter")
        await click(pilot, "t20")
        assert moves(session) == "z26 t20"
        await pilot.press("home", "pageup")
        assert screen_text(pilot.app).splitlines()[1].startswith(" 1 [·]")


async def test_a_narrow_terminal_has_the_panel_below() -> None:
    async with BoardApp(make_session()).run_test(size=SIZE) as pilot:
        await pilot.resize_terminal(44, 24)
        await pilot.pause()
        lines = screen_text(pilot.app).splitlines()
        assert any(line.startswith(" X (human) to move") for line in lines)
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        assert any(line.endswith("X (human) to move".ljust(30)) for line in screen_text(pilot.app).splitlines())


async def test_a_low_narrow_terminal_has_room_for_the_board_and_for_what_is_wrong() -> None:
    async with BoardApp(make_session()).run_test(size=(40, 14)) as pilot:
        await pilot.pause()
        lines = screen_text(pilot.app).splitlines()
        for row in "123":
            assert any(line.strip().startswith(row) for line in lines)
        await pilot.press("G", *"3,3,9", "enter")
        await pilot.pause()
        assert pilot.app.screen.query_one("#wrong").region.bottom < 14


async def test_a_tiny_terminal_still_has_a_board() -> None:
    async with BoardApp(make_session(game="15,15,5")).run_test(size=SIZE) as pilot:
        await pilot.resize_terminal(24, 9)
        await pilot.pause()
        assert "[·]" in screen_text(pilot.app)


async def test_without_colour_everything_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = make_session()
    async with BoardApp(session).run_test(size=SIZE) as pilot:
        assert pilot.app.no_color
        await play(pilot, "b2")
        assert "[  ╳  ]" in screen_text(pilot.app)


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("Q", 0), ("ctrl+q", 0), ("ctrl+c", INTERRUPTED)])
async def test_leaving(key: str, code: int) -> None:
    app = BoardApp(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(key)
    assert (app.return_code or 0) == code


def test_after_leaving_the_board_stays_on_the_ordinary_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(BoardApp, "run", lambda app: app.session.play(4))
    session = make_session(o="raises")
    question = session.question()
    assert question is None
    assert run_app(session, 0.0) == 0
    out, err = capsys.readouterr()
    assert out == "   a b c\n 1 . . .\n 2 . X .\n 3 . . .\n\nunfinished\n"
    assert err == ""

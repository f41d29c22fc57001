"""Games and positions that come from texts, and games that go to files."""

from pathlib import Path

from playwright.sync_api import expect

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.record import Record
from noughts.records import read_record, write_record
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor

LARGE = Game(15, 15, 5)
GAMES = {
    "sgf": (LARGE, ["h8", "g7", "i8", "j8", "h9"]),
    "psq": (LARGE, ["h8", "g7", "i8", "j8", "h9"]),
    "text": (Game(4, 3, 3), ["b2", "d1", "c2", "d2"]),
    "json": (GAME, ["b2", "a1", "c1", "c2", "a3"]),
}


def record(kind: str) -> Record:
    """Return a game to be written in this format."""
    game, names = GAMES[kind]
    return Record(game, tuple(parse_cell(game, name) for name in names))


def assert_reviewed(visitor: Visitor, shown: Record) -> None:
    """The page goes through this game, from its end."""
    expect(visitor.status).to_have_text("Review")
    names = shown.cell_names
    expect(visitor.page.get_by_text(f"{len(names)} / {len(names)}", exact=True)).to_be_visible()
    assert visitor.position(shown.game) == after(names, shown.game)
    rows = visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")
    for row, (index, name) in zip(rows.all(), enumerate(names), strict=True):
        expect(row).to_contain_text(f"{'OX'[index % 2 == 0]} {name}")


def test_pasting_a_game_and_opening_a_file(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    for kind in GAMES:
        visitor.open("/?load=1")
        visitor.page.get_by_role("textbox", name="Game or position").fill(write_record(record(kind), kind))
        visitor.button("Open").click()
        assert_reviewed(visitor, record(kind))
    file = tmp_path / "game.sgf"
    file.write_text(write_record(record("sgf"), "sgf"))
    visitor.open("/")
    visitor.page.get_by_label("Or a file").set_input_files(file)
    assert_reviewed(visitor, record("sgf"))


def test_pasting_a_position_and_what_is_none(visit: Visit) -> None:
    """What cannot be read is quoted, and stays to be corrected."""
    visitor = visit()
    for position, game in {"XX./.O./...": "", "X... / .O.. / ....": "4,3,3"}.items():
        visitor.open("/?load=1")
        visitor.page.get_by_role("textbox", name="Game or position").fill(position)
        visitor.page.get_by_role("textbox", name="Rules, if it does not say").fill(game)
        visitor.button("Open").click()
        expect(visitor.page.locator("#status")).to_have_text(
            f"{'XO'[position.count('X') > position.count('O')]} to move"
        )
        marks = position.replace("/", "").replace(" ", "")
        assert visitor.stones() == ["empty" if mark == "." else mark for mark in marks]
    visitor.open("/?load=1")
    text = visitor.page.get_by_role("textbox", name="Game or position")
    text.fill("b2 a1 b2")
    visitor.button("Open").click()
    expect(visitor.message).to_contain_text("Move 3")
    expect(visitor.message).to_contain_text("b2")
    expect(text).to_have_value("b2 a1 b2")
    visitor.forgive("422")


def downloaded(visitor: Visitor, kind: str) -> Record:
    """Return the game in a file that the page gives."""
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name=kind.upper(), exact=True).click()
    suffix = {"text": ".txt"}.get(kind, f".{kind}")
    assert download.value.suggested_filename.endswith(suffix)
    return read_record(Path(download.value.path()).read_bytes(), format=kind)


def test_downloading_a_live_game(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game(o="first")
    visitor.play("b2", "c2")
    visitor.open_menu()
    names = ["b2", "a1", "c2", "b1"]
    for kind in ("sgf", "text", "json"):
        found = downloaded(visitor, kind)
        assert (found.game, found.cell_names) == (GAME, names)
    assert found.result is None
    visitor.play("a2")
    assert downloaded(visitor, "json").result == "X"


def test_downloading_a_reviewed_game(visit: Visit) -> None:
    """What is downloaded is what was loaded."""
    shown = record("json")
    visitor = visit(f"/review?game={shown.game}&moves={','.join(shown.cell_names)}")
    expect(visitor.page.get_by_text(", by exact values.")).to_be_visible()  # until then the links below move
    found = downloaded(visitor, "sgf")
    assert (found.game, found.moves, found.result) == (shown.game, shown.moves, "X")

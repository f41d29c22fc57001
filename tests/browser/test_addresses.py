"""Addresses, and games and positions as texts and files: what they say is shown, what cannot be shown is quoted."""

from pathlib import Path

from playwright.sync_api import Request, expect

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.record import Record
from noughts.records import read_record, write_record
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after
from tests.browser.visitor import Visitor


def test_a_game_begun_before_the_strategies_are_listed(visit: Visit) -> None:
    """The options that the address gives a strategy are not lost."""
    visitor = visit()
    visitor.page.route("**/strategies?*", lambda route: None)
    with visitor.page.expect_request(lambda request: request.method == "POST") as sent:
        with visitor.page.expect_request("**/strategies?*"):
            visitor.open("/?o=paths:override=off")
        visitor.button("Start the game").click()
        visitor.page.unroute("**/strategies?*")  # which lets go what is held
    assert (sent.value.post_data_json or {})["o"] == "paths:override=off"
    expect(visitor.page.get_by_role("list").filter(has_text="O: paths, override off")).to_be_visible()


REFUSED = {
    "/board?strategy=nosuch": "There is no strategy 'nosuch' for this board; chosen instead: paths.",
    "/board?strategy=paths:depth=3": "no strategy 'paths:depth=3'",
    "/prove?strategy=nosuch": "There is no strategy 'nosuch' for this board; chosen instead: paths.",
    "/?o=nosuch": "There is no strategy 'nosuch' for this board; chosen instead: paths:level=medium.",
    "/?game=0,0,0": "There is no board '0,0,0'; chosen instead: 3,3,3.",
    "/?game=3,3,3&moves=b2,b2": "The moves 'b2,b2' cannot be made here: the board is empty.",
}


def test_what_there_is_not(visit: Visit) -> None:
    """It is quoted; and no proof of another strategy is run."""
    visitor, asked = visit(), list[Request]()
    begun = "/analysis/proof/"
    visitor.page.on("request", lambda request: asked.append(request) if begun in request.url else None)
    for address, words in REFUSED.items():
        visitor.open(address)
        expect(visitor.message, address).to_contain_text(words)
        assert not asked


NO_GAME = {
    "/board?position=XXX/XXX/XXX": "Impossible position 'XXX/XXX/XXX': 9 X to 0 O",
    "/game/AAAAAAAAAAAAAAAAAAAAAA": "There is no game 'AAAAAAAAAAAAAAAAAAAAAA'.",
    "/board?game=3,3,3&moves=b2,b2": "This address names no position.",
    "/board?game=3,3": "This address names no board.",
    "/review?game=3,3,3&moves=b2,d4": "This address names no position.",
}


def test_an_address_of_nothing(visit: Visit) -> None:
    """Also of a position that no game leads to; and the way back to the start."""
    visitor = visit()
    for address, words in NO_GAME.items():
        visitor.open(address)
        expect(visitor.status).to_have_text("Nothing here")
        expect(visitor.page.get_by_role("main"), address).to_contain_text(words)
        visitor.page.get_by_role("link", name="Back to the start").click()
        expect(visitor.grid).to_be_visible()
        if "position" in address or "/game/" in address:
            visitor.forgive("422|404")


def test_the_form_begins_with_what_is_chosen_above(visit: Visit) -> None:
    """The board, and the level as a strategy, until another player is chosen."""
    visitor = visit("/")
    visitor.more()
    opponent = visitor.page.get_by_role("group", name="O moves second").get_by_role("combobox", name="Player")
    above = visitor.page.locator("#game-choice")
    above.get_by_role("radio", name="perfect").check(force=True)
    expect(above.get_by_role("radio", name="perfect")).to_be_checked()
    boards = {"15 × 15": "search", "3 × 3": "sharp", "6 × 5": "search"}
    for board, name in boards.items():
        above.get_by_role("radio", name=board, exact=True).check(force=True)
        expect(opponent).to_have_value(name)
    opponent.select_option("weights")
    above.get_by_role("radio", name="15 × 15").check(force=True)
    expect(opponent).to_have_value("weights")


# Texts and files


LARGE = Game(15, 15, 5)
GAMES = {"sgf": (LARGE, ["h8", "g7", "i8", "j8", "h9"]), "json": (GAME, ["b2", "a1", "c1", "c2", "a3"])}


def record(kind: str) -> Record:
    """Return a game to be written in this format."""
    game, names = GAMES[kind]
    return Record(game, tuple(parse_cell(game, name) for name in names))


def assert_reviewed(visitor: Visitor, shown: Record) -> None:
    """The page goes through this game, from its end."""
    expect(visitor.status).to_have_text("Look at it")
    names = shown.cell_names
    expect(visitor.page.get_by_text(f"{len(names)} / {len(names)}", exact=True)).to_be_visible()
    assert visitor.position(shown.game) == after(names, shown.game)
    rows = visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")
    for row, (index, name) in zip(rows.all(), enumerate(names), strict=True):
        expect(row).to_contain_text(f"{'OX'[index % 2 == 0]} {name}")


def test_pasting_a_game_and_opening_a_file(visit: Visit, tmp_path: Path) -> None:
    visitor = visit("/?load=1")
    visitor.page.get_by_role("textbox", name="Game or position").fill(write_record(record("json"), "json"))
    visitor.button("Open").click()
    assert_reviewed(visitor, record("json"))
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
    form = visitor.page.locator("#load")
    expect(form.get_by_role("status")).to_contain_text("Move 3")
    expect(form.get_by_role("status")).to_contain_text("b2")
    expect(text).to_be_focused()
    expect(visitor.message).to_have_text("")
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

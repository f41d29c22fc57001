"""A list of rules as cards: what is proved of it is what `noughts prove` says; a visitor's list opens no file."""

from pathlib import Path

import pytest

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.app.rule_lists import shelf, study, visitors_list
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.prove import prove
from noughts.strategies import load
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import RuleList
from tests.refusals import refused
from tests.witnesses import assert_loses

GAME, WIDE = Game(3, 3, 3), Game(4, 3, 3)
LISTS = (
    "win, block, centre, corner, any",
    "win, block, fork, block fork, centre, opposite corner, corner, side",
    "moving second: if they hold the centre: corner first, centre, any",
)


@pytest.mark.parametrize("game", [GAME, pytest.param(WIDE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", LISTS)
def test_a_study_is_the_proof_of_the_list(text: str, game: Game) -> None:
    found, strategy = study(text, game), load(f"rules: {text}")
    assert isinstance(strategy, RuleList)
    assert [(card.condition, tuple(card.limits), card.ties) for card in found.cards] == [
        (rule.condition, rule.limits, rule.ties) for rule in strategy.rules
    ]
    assert found.seats is not None
    for side in Side:
        seat, proof = found.seats[side.seat], prove(strategy, game, side)  # type: ignore[index]
        assert (seat.verdict, seat.stuck) == (proof.verdict, False)
        assert len(seat.decided) == len(strategy.rules)
        assert (seat.losing_line is None) == (proof.losing_line is None)
        if seat.losing_line is not None and proof.losing_line is not None:
            assert len(seat.losing_line) == len(proof.losing_line)
            assert_loses(strategy, game, side, [move.cell for move in seat.losing_line])


def test_each_move_of_a_line_has_its_rule() -> None:
    seats = study("win, block, centre, corner, any", GAME).seats
    assert seats is not None
    line = seats["second"].losing_line
    assert line is not None
    assert [(move.cell, move.rule) for move in line] == [
        ("c3", None),
        ("b2", 3),
        ("a2", None),
        ("c1", 4),
        ("a3", None),
        ("a1", 2),
        ("b3", None),
    ]


def test_a_list_that_has_no_cell_is_stuck() -> None:
    seats = study("centre", GAME).seats
    assert seats is not None
    assert (seats["first"].verdict, seats["first"].stuck) == ("can lose", True)
    assert [move.rule for move in seats["first"].losing_line or ()] == [1, None]


def test_beyond_a_small_board_only_the_cards_are_read() -> None:
    found = study("win, any", Game(4, 4, 4))
    assert [card.condition for card in found.cards] == ["win", "any"]
    assert found.seats is None


def test_the_shelf_has_every_word_that_a_board_allows() -> None:
    for game in (GAME, WIDE):
        words = shelf(game)
        assert {word.name for word in words.conditions} == {name for name in CONDITIONS if Rule(name).supports(game)}
        for word in words.conditions:
            example = parse_position(word.example, GAME)
            assert [GAME.name(cell) for cell in Rule(word.name).cells(example)] == word.cells
        assert {*LIMITS} < {limit.name for limit in words.limits}
        for limit in words.limits:
            assert Rule.from_text(f"{limit.name}: any").limits == (limit.name,)
    assert [tie.name for tie in shelf(GAME).ties] == ["", "first", "ring"]
    assert [tie.name for tie in shelf(WIDE).ties] == ["", "first"]


@pytest.mark.slow
def test_the_sheets_to_begin_with() -> None:
    """All lists that come with the program, as far as a board defines their rules; the first of them can lose."""
    sheets = {sheet.name: sheet for sheet in shelf(GAME).sheets}
    assert next(iter(sheets)) == "centre-corner"
    assert sheets.keys() == {*list_names()}
    assert [card.condition for card in sheets["centre-corner"].cards] == ["win", "block", "centre", "corner", "any"]
    for name, sheet in sheets.items():
        text = ", ".join(str(Rule(card.condition, tuple(card.limits), card.ties)) for card in sheet.cards)
        for side in Side:
            seats = study(text, GAME).seats or {}
            assert seats[side.seat].verdict == prove(load(f"rules: {name}"), GAME, side).verdict  # type: ignore[index]
    assert {"ring", "centre-corner"} & {sheet.name for sheet in shelf(WIDE).sheets} == {"centre-corner"}


def test_a_visitors_list_is_named_by_its_rules() -> None:
    """A title or a shortened name would be that of another strategy, whose proof would be taken."""
    services = Application()
    for text in ("rules: title: weights\nwin, any", "win,any", "rules:win\n# a comment\n2. any"):
        assert visitors_list(text).name == "rules: win, any"
    assert services.load("rules: title: weights\nwin, any").name == "rules: win, any"
    assert visitors_list("tactical").name == "rules: win, block, any"
    long = ", ".join(CONDITIONS)
    assert visitors_list(long).name == f"rules: {long}"


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.rules").write_text("win\n")
    monkeypatch.chdir(tmp_path)
    assert load("mine.rules").name == "mine"
    for text, kind in (("mine.rules", "error.no-strategy-here"), ("rules: mine.rules", "error.no-condition")):
        with refused(f"{kind}:'mine.rules'"):
            Application().load(text)
    with refused("error.no-condition", condition="'blok'", first="'block'"):
        study("win, blok", GAME)
    with refused("error.no-rules"):
        study("rules:", GAME)
    with refused(
        "error.does-not-play-because",
        "error.on-333-alone",
        player="'rules: corner ring'",
        game="'4,3,3'",
        rule="'corner ring'",
    ):
        study("corner ring", WIDE)


def test_a_worker_answers_with_a_study() -> None:
    answer = Jobs(Application()).run("study_rules", {"rules": "win, any", "game": "3,3,3"}, lambda document: None)
    assert answer["seats"]["second"]["verdict"] == "can lose"
    assert answer["cards"][0] == {"condition": "win", "limits": [], "ties": ""}

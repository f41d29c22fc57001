"""The one table of commands, and the sentences that they answer with."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from noughts.core.record import Record, parse_moves
from noughts.errors import FileError, NoughtsError
from noughts.terminal import words
from noughts.terminal.commands import BY_KEY, BY_WORD, COMMANDS, save_record
from noughts.terminal.session import Session
from tests.browser.truth import GAME, values
from tests.terminal.fakes import make_session, reply


def do(session: Session, word: str, argument: str = "") -> str:
    act = BY_WORD[word].act
    assert act is not None
    return act(session, argument)


def test_no_two_commands_share_a_word_or_a_key() -> None:
    assert len(BY_WORD) == sum(1 + len(command.aliases) for command in COMMANDS)
    assert len(BY_KEY) == sum(bool(command.key) for command in COMMANDS)


def test_keys_that_are_letters_are_capitals() -> None:
    """Small letters spell the names of cells."""
    assert all(key.isupper() for key in BY_KEY if key.isalpha())


def test_undo_and_redo_name_the_moves() -> None:
    session = make_session()
    assert do(session, "undo") == "nothing to take back"
    assert do(session, "redo") == "nothing to make again"
    session.play(4)
    reply(session)
    assert do(session, "u") == "took back a1 b2"
    assert do(session, "redo") == "made again b2 a1"


def test_why_without_a_move_and_without_what_was_seen() -> None:
    session = make_session(x="small")
    assert do(session, "why") == "no strategy has moved yet"
    reply(session)
    assert "The computer saw" not in do(session, "why")


@pytest.mark.parametrize(
    ("word", "argument", "message"),
    [
        ("game", "3,3,9", "'3,3,9'"),
        ("game", "", "no game ''"),
        ("x", "nobody", "'nobody'"),
        ("o", "", "who plays O"),
        ("pause", "", "only a game between two"),
        ("step", "", "only a game between two"),
        ("save", "", "no file given"),
    ],
)
def test_what_a_command_refuses(word: str, argument: str, message: str) -> None:
    session = make_session()
    with pytest.raises(NoughtsError, match=message):
        do(session, word, argument)
    assert words.players(session) == "X human, O lowest"


def test_save_writes_a_record_once(tmp_path: Path) -> None:
    session = make_session()
    session.play(4)
    path = tmp_path / "game.json"
    assert do(session, "save", str(path)) == f"saved to {path} (1 move)"
    assert Record.from_json(path.read_text()) == session.record()
    with pytest.raises(FileError, match="exists and was left as it is"):
        do(session, "save", str(path))
    assert json.loads(path.read_text())["moves"] == ["b2"]


@pytest.mark.parametrize("name", ["no/such/place.json", "bad\0name"])
def test_a_file_that_cannot_be_written(name: str) -> None:
    with pytest.raises(FileError, match="cannot write"):
        save_record(make_session().record(), name)


def test_the_state_in_words() -> None:
    session = make_session()
    assert words.status(session) == "X (human) to move"
    assert words.result(session) == "unfinished"
    session.play(4)
    session.question()
    assert words.status(session) == "O (lowest) is thinking"
    session.seat(session.position.side, "human")
    for cell in (0, 1, 7, 6, 2, 5, 3, 8):
        session.play(cell)
    assert words.status(session) == "a draw"


def test_the_winning_line_in_words() -> None:
    session = make_session(o="human")
    for cell in (0, 3, 1, 4, 2):
        session.play(cell)
    assert words.status(session) == "X (human) wins with a1 b1 c1"
    assert words.move_list(session) == "1. a1 a2  2. b1 b2  3. c1"
    assert words.move_list(session, last=1) == "...  3. c1"


def test_scores_stand_on_the_board_as_it_was() -> None:
    session = make_session()
    assert words.score_table(session) == "no scores yet: no strategy has moved"
    session.play(4)
    reply(session)
    assert words.score_table(session).splitlines() == [
        "scores of lowest for O at a1, in brackets",
        "    a  b  c",
        " 1 [9] 8  7",
        " 2  6  X  4",
        " 3  3  2  1",
    ]


def test_a_strategy_without_scores_says_so() -> None:
    session = make_session(x="small")
    reply(session)
    assert words.score_table(session) == "small gives the cells no scores"


def test_review_says_where_the_game_turned() -> None:
    """O takes an edge against the centre: a corner would have held the draw."""
    session = Session(GAME, (None, None), replace(make_session().roster, truth=values))
    session.replay(parse_moves(GAME, ["b2", "b1", "a1", "c3", "a3", "c1", "a2"]))
    turned = "O could have held the draw with a1 (or 3 other moves) at move 2: b1 lost the game."
    assert words.review(session).splitlines()[-2:] == ["  7. X a2: kept the win, the only move that does", turned]


def test_review_says_what_is_not_known() -> None:
    session = make_session()
    assert words.review(session) == "no moves yet"
    session.play(4)
    assert words.review(session) == "  1. X b2: its value is not known"

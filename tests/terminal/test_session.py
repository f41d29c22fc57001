"""The session: what can be done in a game, without a terminal."""

from dataclasses import replace

import pytest

from noughts.core.position import Side
from noughts.core.record import parse_moves
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.terminal import words
from noughts.terminal.commands import BY_KEY, BY_WORD, COMMANDS
from noughts.terminal.session import Session
from tests.browser.truth import GAME, values
from tests.refusals import refused
from tests.terminal.fakes import make_session, reply


def moves(session: Session) -> list[int]:
    return [turn.move for turn in session.turns]


def play_and_reply(session: Session, *cells: int) -> None:
    for cell in cells:
        session.play(cell)
        if not session.over:
            reply(session)


def test_undo_never_takes_back_the_opening_of_the_strategy_alone() -> None:
    session = make_session(x="lowest", o="human")
    reply(session)
    assert session.undo() == ()
    assert moves(session) == [0]


def test_undo_while_the_strategy_thinks_discards_its_answer() -> None:
    session = make_session()
    session.play(4)
    question = session.question()
    assert question is not None
    assert session.thinking
    assert session.question() is None  # it has been asked
    assert [turn.move for turn in session.undo()] == [4]
    assert not session.accept(question, question.answer())
    assert moves(session) == []


def test_a_new_move_forgets_what_was_taken_back() -> None:
    session = make_session(o="human")
    session.play(4)
    session.undo()
    session.play(0)
    assert session.redo() == ()


def test_a_pause_discards_what_is_being_thought() -> None:
    session = make_session(x="lowest", o="lowest")
    question = session.question()
    assert question is not None
    assert session.pause()
    assert not session.accept(question, question.answer())


def test_a_person_resigns_and_may_think_again() -> None:
    session = make_session()
    play_and_reply(session, 4)
    assert session.resign() is Side.X
    assert session.over
    assert not session.waits_for_human
    record = session.record()
    assert (record.result, record.ending) == ("O", "X resigned")
    with refused("error.over", "ending.resigned", side="X"):
        session.play(1)
    assert session.redo() == ()
    session.undo()
    assert session.waits_for_human
    assert moves(session) == [4, 0]


def test_the_only_person_resigns_also_while_the_strategy_thinks() -> None:
    session = make_session()
    session.play(4)
    assert session.question() is not None
    assert session.resign() is Side.X
    assert not session.thinking


@pytest.mark.parametrize(("x", "o"), [("lowest", "lowest"), ("human", "human")])
def test_nobody_can_resign_without_people_or_after_the_game(x: str, o: str) -> None:
    session = make_session(x, o)
    if o == "human":
        assert session.resign() is Side.X
    with pytest.raises(IllegalMoveError, match="no person can resign"):
        session.resign()


def test_a_strategy_that_fails_is_not_asked_again_until_something_changes() -> None:
    session = make_session(o="raises")
    session.play(4)
    question = session.question()
    assert question is not None
    with refused("error.raised-saying", strategy="'raises'", error="ZeroDivisionError") as caught:
        question.answer()
    assert session.fail(question, caught.value)
    assert session.failure is caught.value
    assert session.question() is None
    session.seat(Side.O, "lowest")
    assert session.failure is None
    reply(session)
    assert not session.fail(question, caught.value)


def test_two_strategies_go_on_after_a_failure_when_told_to() -> None:
    session = make_session(x="lowest", o="taken")
    for _ in range(3):
        reply(session)
    question = session.question()
    assert question is not None
    with refused("error.illegal-move", "error.cell-taken", strategy="'taken'", cell="b2") as caught:
        question.answer()
    assert session.fail(question, caught.value)
    assert session.question() is None
    assert not session.pause()
    assert session.question() is not None


def test_a_hint_stands_as_long_as_the_position() -> None:
    session = make_session(o="human")
    question = session.ask_hint()
    assert question is not None
    assert session.accept_hint(question, question.answer())
    assert session.hint is not None
    assert session.hint.move == 0
    session.play(4)
    assert session.hint is None
    assert not session.accept_hint(question, question.answer())


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

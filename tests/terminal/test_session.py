"""The session: what can be done in a game, without a terminal."""

import pytest

from noughts.core.position import Side
from noughts.errors import IllegalMoveError, StrategyError
from noughts.terminal.session import Session
from tests.refusals import refused
from tests.terminal.fakes import make_session, reply


def moves(session: Session) -> list[int]:
    return [turn.move for turn in session.turns]


def play_and_reply(session: Session, *cells: int) -> None:
    for cell in cells:
        session.play(cell)
        if not session.over:
            reply(session)


def test_a_person_plays_a_strategy_to_the_end() -> None:
    session = make_session()
    assert session.waits_for_human
    assert session.question() is None
    play_and_reply(session, 2, 4, 6)
    assert session.over
    assert session.question() is None
    assert session.record().moves == (2, 0, 4, 1, 6)
    assert session.record().players == ("human", "lowest")
    assert session.record().result == "X"


def test_a_strategys_turn_is_not_a_persons() -> None:
    session = make_session(x="lowest", o="human")
    with pytest.raises(IllegalMoveError, match=r"turn of X \(lowest\)"):
        session.play(4)


@pytest.mark.parametrize("cell", [4, 9])
def test_the_rules_are_those_of_the_position(cell: int) -> None:
    session = make_session(o="human")
    session.play(4)
    with pytest.raises(IllegalMoveError):
        session.play(cell)
    assert moves(session) == [4]


def test_undo_takes_back_both_moves_and_redo_makes_them_again() -> None:
    session = make_session()
    play_and_reply(session, 4, 8)
    assert [turn.move for turn in session.undo()] == [1, 8]
    assert moves(session) == [4, 0]
    assert session.waits_for_human
    assert [turn.move for turn in session.redo()] == [8, 1]
    assert moves(session) == [4, 0, 8, 1]
    assert session.redo() == ()


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


def test_undo_of_a_winning_move_takes_back_that_move_only() -> None:
    session = make_session()
    play_and_reply(session, 2, 4, 6)
    assert [turn.move for turn in session.undo()] == [6]
    assert not session.over


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


def test_another_strategy_takes_a_seat() -> None:
    session = make_session()
    session.seat(Side.O, " Human ")
    assert session.name(Side.O) == "human"
    session.seat(Side.O, "small")
    assert session.name(Side.O) == "small"
    with pytest.raises(StrategyError, match="'nobody'"):
        session.seat(Side.O, "nobody")
    assert session.name(Side.O) == "small"


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
    with pytest.raises(StrategyError, match=r"'raises' raised ZeroDivisionError") as caught:
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
    with pytest.raises(StrategyError, match="'taken' played b2") as caught:
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


def test_a_seed_repeats_the_game() -> None:
    games = []
    for _ in range(2):
        session = make_session(x="small", o="small")
        while not session.over:
            reply(session)
        games.append(moves(session))
    assert games[0] == games[1]


def test_people_may_have_names() -> None:
    session = make_session("human", "lowest")
    session.people = {Side.X: "Ada", Side.O: "Bob"}
    assert (session.name(Side.X), session.name(Side.O)) == ("Ada", "lowest")
    session.swap()
    assert (session.name(Side.X), session.name(Side.O)) == ("lowest", "Ada")
    session.seat(Side.O, "human")
    assert session.name(Side.O) == "human"

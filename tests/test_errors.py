"""The exception tree."""

import pytest

from noughts import errors
from noughts.errors import (
    EngineError,
    GameError,
    IllegalMoveError,
    InvalidPositionError,
    LimitExceeded,
    NotationError,
    NoughtsError,
    StrategyError,
)


def test_every_exception_is_a_noughts_error() -> None:
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    exceptions = [value for value in classes if issubclass(value, Exception)]
    assert len(exceptions) >= 7
    assert all(issubclass(value, NoughtsError) for value in exceptions)


@pytest.mark.parametrize("error", [GameError, NotationError, InvalidPositionError, IllegalMoveError])
def test_bad_input_is_a_value_error(error: type[NoughtsError]) -> None:
    assert issubclass(error, ValueError)


@pytest.mark.parametrize("error", [LimitExceeded, StrategyError])
def test_other_errors_are_not(error: type[NoughtsError]) -> None:
    assert not issubclass(error, ValueError)


def test_reasons_are_the_message_unless_given() -> None:
    assert InvalidPositionError("five X to two O").reasons == ("five X to two O",)
    assert InvalidPositionError("two faults", ["one", "two"]).reasons == ("one", "two")


def test_an_illegal_move_keeps_the_move() -> None:
    error = IllegalMoveError(4, "cell 4 is taken by X")
    assert (error.move, error.reason, str(error)) == (4, "cell 4 is taken by X", "cell 4 is taken by X")


def test_an_engine_s_error_says_its_kind_and_its_last_words() -> None:
    error = EngineError("it died", "died", ["one", "two"])
    assert (str(error), error.kind, error.stderr) == ("it died", "died", ("one", "two"))
    assert isinstance(error, StrategyError)  # so it passes where a strategy's own words do
    assert (EngineError("not so").kind, EngineError("not so").stderr) == ("protocol", ())

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

BAD_INPUT = (GameError, NotationError, InvalidPositionError, IllegalMoveError)


def test_every_exception_is_a_noughts_error_and_bad_input_a_value_error() -> None:
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    assert all(issubclass(value, NoughtsError) for value in classes if issubclass(value, Exception))
    assert all(issubclass(error, ValueError) for error in BAD_INPUT)
    assert not any(issubclass(error, ValueError) for error in (LimitExceeded, StrategyError))


@pytest.mark.parametrize(
    ("error", "text", "values"),
    [
        (InvalidPositionError("five X to two O"), "five X to two O", {"reasons": ("five X to two O",)}),
        (InvalidPositionError("two faults", ["one", "two"]), "two faults", {"reasons": ("one", "two")}),
        (IllegalMoveError(4, "it is taken"), "it is taken", {"move": 4, "reason": "it is taken"}),
        (EngineError("it died", "died", ["one", "two"]), "it died", {"kind": "died", "stderr": ("one", "two")}),
        (EngineError("not so"), "not so", {"kind": "protocol", "stderr": ()}),
    ],
    ids=str,
)
def test_what_an_error_keeps(error: NoughtsError, text: str, values: dict[str, object]) -> None:
    assert (str(error), {name: getattr(error, name) for name in values}) == (text, values)
    assert issubclass(EngineError, StrategyError)  # so it passes where a strategy's own words do

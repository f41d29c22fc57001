import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.value import Value, from_score, to_score

values = st.builds(Value, st.sampled_from([-1, 0, 1]), st.none() | st.integers(0, 30))


def test_order_is_what_the_mover_wants() -> None:
    best_first = [Value(1, 1), Value(1, 3), Value(1), Value(0, 4), Value(0), Value(-1, 6), Value(-1, 2), Value(-1)]
    assert sorted(best_first, reverse=True) == best_first
    assert max(best_first) == Value(1, 1)


@given(values, values, values)
def test_order_is_total(a: Value, b: Value, c: Value) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a <= b) == (not b < a)
    if a <= b <= c:
        assert a <= c


@given(values, values)
def test_a_side_wants_what_the_other_does_not(a: Value, b: Value) -> None:
    if a.result and b.result and None not in (a.distance, b.distance):
        assert (a < b) == (b.parent() < a.parent())


def test_parent_negates_and_adds_a_ply() -> None:
    assert Value(-1, 0).parent() == Value(1, 1)
    assert Value(0, 3).parent() == Value(0, 4)
    assert Value(1).parent() == Value(-1)


@given(cells=st.integers(1, 30), data=st.data())
def test_score_and_back(cells: int, data: st.DataObject) -> None:
    ply = data.draw(st.integers(0, cells))
    distance = data.draw(st.integers(0, cells - ply))
    for value in (Value(1, distance), Value(-1, distance), Value(0, cells - ply)):
        assert from_score(to_score(value, cells, ply), cells, ply) == value


def test_no_score_without_distance() -> None:
    with pytest.raises(ValueError, match="no distance"):
        to_score(Value(1), 9, 0)


def test_words() -> None:
    assert [str(value) for value in (Value(1, 3), Value(-1, 1), Value(0, 4), Value(1))] == [
        "win in 3 plies",
        "loss in 1 ply",
        "draw",
        "win",
    ]
    assert Value(1).word == "win"
    assert [value.short for value in (Value(1, 3), Value(-1, 0), Value(0, 4), Value(-1))] == ["W3", "L0", "D", "L"]


def test_compares_with_values_only() -> None:
    with pytest.raises(TypeError):
        _ = Value(1, 1) < 3  # type: ignore[operator]

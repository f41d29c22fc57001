"""The contract of a strategy: what a decision is, and every refusal of `consult`."""

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.budget import Budget
from noughts.core.game import Game, Line
from noughts.core.position import Position
from noughts.errors import GameError, LimitExceeded, NoughtsError, StrategyError, StrategyFault
from noughts.players.player import (
    NO_DICE,
    Decision,
    DiceError,
    Player,
    Strategy,
    as_player,
    consult,
    consult_lines,
    decides_batches,
    has_batch_form,
    in_one_line,
    require_support,
)
from tests.refusals import refused

HERE = parse_position("XO./.X./...")


@dataclass
class Answering:
    """Plays on 3x3 boards only, and answers what it was told to; an exception is raised."""

    answer: Any
    name: str = "told"
    noisy: bool = False

    def supports(self, game: Game) -> bool:
        return game.cells == 9

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if isinstance(self.answer, BaseException):
            raise self.answer
        decision: Decision = self.answer
        return decision


class Batching(Answering):
    def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
        raise NotImplementedError


class Lined(Answering):
    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        return []


def asked(answer: object) -> Decision:
    return consult(Answering(answer), HERE, random.Random(1))


def test_a_class_with_three_members_is_a_strategy() -> None:
    player = as_player(Answering(None))
    assert (player.name, player.in_batches, player.scores_lines) == ("told", False, False)
    assert as_player(Batching(None)).in_batches
    assert as_player(Lined(None)).scores_lines
    assert as_player(player) is player
    with refused("error.member-missing", "error.lacks-more", parts="name"):
        as_player(object())  # type: ignore[arg-type]


def test_what_a_bare_class_returns_is_a_player_too() -> None:
    class Timed(Answering):
        def within(self, budget: Budget) -> Strategy:
            return Answering(None, "timed")

        def load(self, seconds: float) -> bool:
            return True

        def meanwhile(self, game: Game) -> Strategy:
            return Answering(None, "quick")

    player = as_player(Timed(None))
    assert (player.is_paced, as_player(Answering(None)).is_paced) == (True, False)
    assert (player.within(Budget()).cost, player.meanwhile(Game(3, 3, 3)).name) == ("search", "quick")


def test_a_trait_may_be_a_field_without_a_default() -> None:
    @dataclass(frozen=True)
    class Named(Player):
        name: str
        start: int
        noisy: bool = True

    assert (Named("a", 1).name, Named("a", 1).noisy, Named("a", 1).cost) == ("a", True, "search")
    with pytest.raises(TypeError, match="'name'"):
        Named(start=1)  # type: ignore[call-arg]


def test_a_noisy_strategy_has_no_batch_form() -> None:
    assert has_batch_form(as_player(Batching(None)))
    assert not has_batch_form(as_player(Batching(None, noisy=True)))
    assert not has_batch_form(as_player(Answering(None)))


def test_few_positions_are_decided_one_by_one() -> None:
    player = as_player(Batching(None))
    assert [decides_batches(player, Game(*sizes)) for sizes in ((3, 3, 3), (1, 9, 3), (5, 2, 3))] == [
        False,
        False,
        True,
    ]
    assert not decides_batches(as_player(Answering(None)), Game(5, 2, 3))


def test_support_is_required() -> None:
    require_support(Answering(None), Game(3, 3, 3))
    with refused("error.does-not-play", player="'told'", game="'4,3,3'"):
        require_support(Answering(None), Game(4, 3, 3))


def test_a_fault_in_supports_is_the_cause() -> None:
    class Unsure(Answering):
        def supports(self, game: Game) -> bool:
            raise ZeroDivisionError("oh")

    with refused("error.support-raised", strategy="'told'", error="ZeroDivisionError: oh", game="'3,3,3'") as it:
        require_support(Unsure(None), Game(3, 3, 3))
    assert isinstance(it.value.__cause__, ZeroDivisionError)


def test_a_single_move_needs_no_chance() -> None:
    rng = random.Random(7)
    before = rng.getstate()
    assert Decision((4,)).choose(rng) == 4
    assert rng.getstate() == before


def test_several_moves_are_drawn_alike() -> None:
    rng = random.Random(7)
    drawn = [Decision((2, 5, 8)).choose(rng) for _ in range(3000)]
    assert all(900 < drawn.count(move) < 1100 for move in (2, 5, 8))


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        (None, "error.not-a-decision:None"),
        (Decision(()), "error.no-move"),
        (Decision([2]), "error.not-a-tuple"),  # type: ignore[arg-type]
        (Decision((2, 0)), "error.illegal-move:a1 error.cell-taken:a1"),
        (Decision((9,)), "error.illegal-move:9 error.no-cell-number:8"),
        (Decision((True,)), "error.illegal-move:True error.no-cell-number:8"),
        (Decision((2, 3, 2)), "error.move-twice"),
        (Decision((2,), reason=None), "error.of-strategy-at error.reason-not-text:None"),  # type: ignore[arg-type]
        (Decision((2,), saw=3), "error.of-strategy-at error.saw-not-text:3"),  # type: ignore[arg-type]
        (Decision((2,), [1, 2]), "error.of-strategy-at error.scores-count:9"),
        (Decision((2,), ["a"] * 9), "error.of-strategy-at error.score-not-number"),  # type: ignore[list-item]
        (SystemExit(3), "error.raised-saying:3"),
        (ValueError("two\nlines"), "error.raised-saying"),
        (KeyError(), "error.raised:KeyError"),
    ],
)
def test_what_breaks_the_contract(answer: object, kinds: str) -> None:
    with refused(*kinds.split()):
        asked(answer)


def test_an_exception_of_the_strategy_is_the_cause() -> None:
    fault = ZeroDivisionError("division by zero")
    with refused("error.raised-saying", strategy="'told'") as caught:
        asked(fault)
    assert caught.value.__cause__ is fault


def test_an_illegal_move_inside_the_strategy_is_its_own_fault_too() -> None:
    class Stumbling(Answering):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            position.play(0)
            raise AssertionError

    with refused("error.raised-saying", strategy="'told'", error="IllegalMoveError", message="a1 is taken by X"):
        consult(Stumbling(None), HERE, random.Random(1))


@pytest.mark.parametrize("error", [GameError("not this game"), StrategyError("no"), LimitExceeded("spent")])
def test_what_a_strategy_may_say_passes(error: NoughtsError) -> None:
    with pytest.raises(type(error)) as caught:
        asked(error)
    assert caught.value is error


def test_who_draws_a_random_number_where_there_is_none_is_found_out() -> None:
    class Drawing(Answering):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision((rng.choice(position.legal_moves),))

    with pytest.raises(StrategyError) as caught:
        consult(Drawing(None), HERE, NO_DICE)
    assert isinstance(caught.value.__cause__, DiceError)
    for draw in (NO_DICE.random, NO_DICE.shuffle, NO_DICE.gauss):
        with refused("error.drew"):
            draw([1, 2]) if draw == NO_DICE.shuffle else draw()  # type: ignore[call-arg]


def test_lines_and_their_scores() -> None:
    assert consult_lines(as_player(Answering(None)), HERE, random.Random(1)) is None
    assert consult_lines(as_player(Lined(None)), HERE, random.Random(1)) == []

    class Failing(Lined):
        def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
            raise ValueError("no lines")

    with refused("error.of-lines", strategy="'told'", error="ValueError: no lines"):
        consult_lines(as_player(Failing(None)), HERE, random.Random(1))


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("chances", "kinds"),
    [
        ([HALF, HALF], "error.of-strategy-at error.chances-count:2"),
        ((0.5, 0.5), "error.of-strategy-at error.chance-not-fraction"),
        ((Fraction(1), Fraction(0)), "error.of-strategy-at error.chance-not-fraction:0"),
        ((HALF, THIRD), "error.of-strategy-at error.chances-sum"),
    ],
)
def test_what_is_no_probability(chances: Any, kinds: str) -> None:
    with refused(*kinds.split()):
        asked(Decision((2, 3), chances=chances))


def test_chances_are_accepted_and_put_in_order() -> None:
    uneven = Decision((3, 2), chances=(THIRD, 1 - THIRD))
    assert asked(uneven) is uneven
    assert uneven.unequal == {2: Fraction(2, 3), 3: THIRD}
    for even in (Decision((3, 2)), Decision((3, 2), chances=(HALF, HALF)), Decision((3,), chances=(Fraction(1),))):
        assert asked(even).unequal is None


def test_moves_are_drawn_by_their_chances() -> None:
    """Every number that is drawn, once: exactly as many moves as the chances say."""

    class Counting(random.Random):
        def __init__(self) -> None:
            super().__init__(0)
            self.sizes: list[int] = []
            self.next = 0

        def randrange(self, size: int) -> int:  # type: ignore[override]
            self.sizes.append(size)
            self.next += 1
            return self.next - 1

    rng = Counting()
    decision = Decision((8, 2, 5), chances=(THIRD, HALF, Fraction(1, 6)))
    drawn = [decision.choose(rng) for _ in range(6)]
    assert rng.sizes == [6] * 6
    assert [drawn.count(move) for move in (8, 2, 5)] == [2, 3, 1]


def test_notes_belong_to_the_message() -> None:
    error = ValueError("no move")
    error.add_note("(the second\n time)")
    assert in_one_line(error) == "ValueError: no move (the second time)"


def test_a_decision_in_a_notebook_has_the_chance_of_each_move() -> None:
    equal = Decision((4, 0))._repr_html_()
    unequal = Decision((4, 0), chances=(Fraction(2, 3), Fraction(1, 3)))._repr_html_()
    assert equal.count("1/2") == 2
    assert ("2/3" in unequal, "1/3" in unequal, "1/2" in unequal) == (True, True, False)


def test_a_fault_by_chance_is_drawn_by_its_chance() -> None:
    fault = StrategyFault("it passes", "illegal")
    decision = Decision((4,), chances=(Fraction(2, 3),), fault=fault)
    assert decision.unequal == {4: Fraction(2, 3)}
    rng, failed = random.Random(0), 0
    for _ in range(3000):
        try:
            assert decision.choose(rng) == 4
        except StrategyFault:
            failed += 1
    assert abs(failed - 1000) < 6 * (3000 * 2 / 9) ** 0.5


def test_a_fault_needs_chances_that_leave_something() -> None:
    fault = StrategyFault("it passes", "illegal")
    for chances in (None, (Fraction(1),)):
        with pytest.raises(StrategyFault):
            consult(Answering(Decision((5,), chances=chances, fault=fault)), HERE, NO_DICE)
    assert consult(Answering(Decision((5,), chances=(Fraction(1, 2),), fault=fault)), HERE, NO_DICE).fault is fault


def test_a_player_of_a_clock_has_both_methods() -> None:
    class Within(Answering):
        def within(self, budget: Budget) -> Any:
            return self

    assert not as_player(Within(None)).is_paced

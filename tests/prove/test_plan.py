"""Plans: as small as independent searches say, and never losing, as the proof says."""

from functools import cache
from itertools import product

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.prove import prove
from noughts.prove.plan import NoPlan, Plan, PlanPlayer, plan_of, smallest_plan
from noughts.strategies.registry import load
from noughts.walk import decided
from tests.core import brute
from tests.witnesses import minimax

STANDARD = Game(3, 3, 3)
TINY = [Game(2, 2, 2), Game(3, 2, 2), Game(3, 1, 2), Game(4, 1, 2), Game(3, 2, 3), Game(3, 3, 2)]


class Witness:
    """What a plan has to answer in a game, by the rules and plain minimax."""

    def __init__(self, game: Game, seat: Side, skip_obvious: bool) -> None:
        self.seat, self.skip_obvious, start = seat, skip_obvious, Position(game)
        self.has_plan = self.never_loses(start)
        self.roots = frozenset([start]) if seat is Side.X else opened(start)

    def never_loses(self, position: Position) -> bool:
        result = minimax(position).result
        return result >= 0 if position.side is self.seat else result <= 0

    def options(self, position: Position) -> set[tuple[bool, frozenset[Position]]]:
        """Return of each move that does not lose whether it must be learnt, and the positions after every reply."""
        after = {move: position.play(move) for move in position.legal_moves}
        return {(self.must_learn(position, m), opened(each)) for m, each in after.items() if self.never_loses(each)}

    def must_learn(self, position: Position, move: int) -> bool:
        wins = [cell for cell in position.legal_moves if _wins(position, cell)]
        blocks = [cell for cell in position.legal_moves if _would_win(position, cell)]
        sensible = wins or blocks or (position.legal_moves if len(position.legal_moves) == 1 else ())
        return not (self.skip_obvious and move in sensible)


def opened(position: Position) -> frozenset[Position]:
    """Return the positions after every move, up to symmetry, without those that end the game."""
    after = [position.play(move) for move in position.legal_moves]
    return frozenset(each.canonical() for each in after if each.outcome is None)


def fewest(witness: Witness) -> int:
    """Return how few positions a plan may have, by dynamic programming over sets of positions.

    Of all that one ply has to answer, every combination of moves is tried.
    """

    @cache
    def cost(positions: frozenset[Position]) -> int:
        return min(
            sum(learn for learn, _ in combination) + (cost(below) if below else 0)
            for combination in product(*map(witness.options, positions))
            for below in [frozenset[Position]().union(*(brought for _, brought in combination))]
        )

    return cost(witness.roots)


def by_integer_program(witness: Witness) -> int:
    """Return how few positions a plan may have: an integer program with a variable for each position and move."""
    optimize = pytest.importorskip("scipy.optimize")
    sparse = pytest.importorskip("scipy.sparse")
    options, todo = dict[Position, list[tuple[bool, frozenset[Position]]]](), list(witness.roots)
    while todo:
        if (position := todo.pop()) not in options:
            options[position] = list(witness.options(position))
            todo += [each for _, brought in options[position] for each in brought]
    reached = {position: index for index, position in enumerate(options)}
    costs, rows = [0.0] * len(reached), list[dict[int, float]]()
    for position, moves in options.items():
        one_of = {reached[position]: -1.0}  # a position that is reached has a move
        for learn, brought in moves:
            move = len(costs)
            costs.append(float(learn))
            one_of[move] = 1.0
            rows += [{reached[each]: 1.0, move: -1.0} for each in brought]  # and what the move brings is reached
        rows.append(one_of)
    matrix = sparse.lil_matrix((len(rows), len(costs)))
    for index, row in enumerate(rows):
        for column, entry in row.items():
            matrix[index, column] = entry
    least = [float(position in witness.roots) for position in reached] + [0.0] * (len(costs) - len(reached))
    found = optimize.milp(
        costs,
        constraints=optimize.LinearConstraint(matrix.tocsr(), 0, float("inf")),
        bounds=optimize.Bounds(least, 1),
        integrality=[1] * len(costs),
    )
    assert found.status == 0
    return round(float(found.fun))


def _wins(position: Position, cell: int) -> bool:
    outcome = position.play(cell).outcome
    return outcome is not None and outcome.winner is position.side


def _would_win(position: Position, cell: int) -> bool:
    stones = position.theirs | 1 << cell
    return any(stones & line == line for line in position.game.line_masks)


def proved(plan: Plan | NoPlan) -> Plan:
    """Return a plan that is proved never to lose, each position of which arises."""
    assert isinstance(plan, Plan)
    asked: list[Position] = []
    game = plan.game
    proof = prove(
        PlanPlayer(plan),
        game,
        plan.seat,
        record=lambda decisions: asked.extend(Position.from_boards(game, x, o) for x, o, _ in decisions),
    )
    assert proof.never_loses
    assert {position.canonical() for position in asked} == {lesson.position.canonical() for lesson in plan.lessons}
    assert len({lesson.position.canonical() for lesson in plan.lessons}) == len(plan.lessons)
    return plan


@pytest.mark.parametrize("skip_obvious", [False, True])
@pytest.mark.parametrize("seat", list(Side))
@pytest.mark.parametrize("game", TINY, ids=str)
def test_tiny_games(game: Game, seat: Side, skip_obvious: bool) -> None:
    plan, witness = smallest_plan(game, seat, skip_obvious=skip_obvious), Witness(game, seat, skip_obvious)
    if not witness.has_plan:
        assert plan == NoPlan(None, game, seat, None)
    else:
        assert len(proved(plan).to_learn) == fewest(witness) == by_integer_program(witness)
        assert isinstance(plan, Plan)
        assert plan.smallest


SIZES = [
    pytest.param(Side.X, False, 22, marks=pytest.mark.slow),  # the integer program takes seconds
    (Side.X, True, 3),
    (Side.O, False, 71),
    (Side.O, True, 13),
]


@pytest.mark.parametrize(("seat", "skip_obvious", "size"), SIZES)
def test_the_standard_game(seat: Side, skip_obvious: bool, size: int) -> None:
    """The size has a second witness: another formulation, and a solver of integer programs."""
    plan = proved(smallest_plan(STANDARD, seat, skip_obvious=skip_obvious))
    assert (len(plan.to_learn), plan.at_least) == (size, size)
    assert by_integer_program(Witness(STANDARD, seat, skip_obvious)) == size


@pytest.mark.slow
@pytest.mark.parametrize(("skip_obvious", "size"), [(False, 46), (True, 9)])
def test_a_larger_game(skip_obvious: bool, size: int) -> None:
    plan = proved(smallest_plan(Game(4, 3, 3), Side.X, skip_obvious=skip_obvious))
    assert (len(plan.to_learn), plan.at_least) == (size, size)
    assert by_integer_program(Witness(Game(4, 3, 3), Side.X, skip_obvious)) == size


@pytest.mark.parametrize("skip_obvious", [False, True])
@pytest.mark.parametrize("game", [*TINY, Game(4, 2, 3), Game(4, 2, 3, exact=True), STANDARD], ids=str)
def test_reasons_are_true(game: Game, skip_obvious: bool) -> None:
    """Where a move wins, it is made."""
    for seat in Side:
        plan = smallest_plan(game, seat, skip_obvious=skip_obvious, budget=Budget(nodes=100))
        for lesson in plan.lessons if isinstance(plan, Plan) else ():
            assert str(lesson.reason).startswith(true_reasons(lesson.position, lesson.move))


def completing(rows: brute.Rows, game: Game, mark: str) -> set[int]:
    """Return the free cells on which a mark completes a line."""
    free = brute.stones(rows, ".")
    return {cell for cell in free if brute.has_line(brute.with_mark(rows, cell, mark), game, mark)}


def true_reasons(position: Position, move: int) -> tuple[str, ...]:
    """Return the beginnings of what may be said of a move, by playing every cell before it and after it."""
    rows, mark, other = brute.rows_of(position), str(position.side), str(position.side.opponent)
    if wins := completing(rows, position.game, mark):
        return ("win: completes a line",) if move in wins else ()
    if move in completing(rows, position.game, other):
        return ("block: stops a line",)
    if len(position.legal_moves) == 1:
        return ("the only free cell",)
    threats = len(completing(brute.with_mark(rows, move, mark), position.game, mark))
    if threats > 1:
        return (f"fork: {'two' if threats == 2 else threats} ways to complete a line",)
    if threats:
        return ("threat: forces a block",)
    return "the only move that does not lose", "one of the moves that do not lose"


def test_limits() -> None:
    bounded = proved(smallest_plan(STANDARD, Side.X, budget=Budget(nodes=50)))
    assert bounded.at_least <= 22 <= len(bounded.to_learn)
    assert not bounded.smallest
    assert PlanPlayer(bounded).name == f"plan of {len(bounded.to_learn)} positions"
    with pytest.raises(LimitExceeded, match="limit of 100 positions"):
        smallest_plan(STANDARD, Side.X, max_positions=100)
    with pytest.raises(LimitExceeded, match="15,15,5 has too many positions"):
        smallest_plan(Game(15, 15, 5), Side.X)
    with pytest.raises(LimitExceeded, match="'ring' decides more than 100 positions"):
        plan_of(load("ring"), STANDARD, Side.O, max_positions=100)


def test_a_plan_has_moves_for_its_own_positions_alone() -> None:
    plan = proved(smallest_plan(STANDARD, Side.X))
    assert not PlanPlayer(plan).supports(Game(4, 3, 3))
    with pytest.raises(StrategyError, match=r"'smallest plan' has no move at 'XO./.../...': it never arises"):
        decided(PlanPlayer(plan), parse_position("XO./.../..."))
    with pytest.raises(StrategyError, match=r"at 'X../.../...': the plan is for moving first"):
        decided(PlanPlayer(plan), parse_position("X../.../..."))

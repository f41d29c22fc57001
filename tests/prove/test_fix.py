"""What a strategy gives away, and the fewest exceptions that mend it: as trying every one of them finds."""

import random
from functools import cache
from itertools import combinations, product

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import Strategy
from noughts.prove import prove
from noughts.prove.fix import Fix, Overridden, Override, fix
from noughts.prove.least import Least, LeastProgress, Option, least
from noughts.prove.regret import regret
from noughts.solve.minimax import Plain
from noughts.strategies.registry import load
from noughts.walk import decided
from tests.refusals import refused
from tests.witnesses import every_position, minimax, values

STANDARD = Game(3, 3, 3)


@pytest.mark.parametrize("name", ["ring", "weights", "random"])
def test_every_mistake_is_counted(name: str) -> None:
    strategy, counts = load(name), {"win to draw": 0, "win to loss": 0, "draw to loss": 0}
    shortest: dict[str, int] = {}
    words = {1: "win", 0: "draw", -1: "loss"}
    positions = values(STANDARD)
    for position, value in positions.items():
        if position.outcome is None:
            left = {-minimax(position.play(move)).result for move in decided(strategy, position)}
            for result in left - {value.result}:
                kind = f"{words[value.result]} to {words[result]}"
                counts[kind] += 1
                shortest[kind] = min(shortest.get(kind, 9), position.ply)
    found = regret(strategy, STANDARD, Plain().values)
    assert (found.positions, found.decisions) == (len(positions), 4520)
    assert {kind: slip.count for kind, slip in found.kinds.items()} == {k: n for k, n in counts.items() if n}
    assert {kind: len(slip.line) for kind, slip in found.kinds.items()} == shortest
    for kind, slip in found.kinds.items():
        position = Position(STANDARD)
        for move in slip.line:
            position = position.play(move)
        assert slip.move in decided(strategy, position)
        assert kind == f"{words[minimax(position).result]} to {words[-minimax(position.play(slip.move)).result]}"


def test_who_knows_the_truth_regrets_nothing() -> None:
    assert not regret(load("perfect"), STANDARD, Plain().values).kinds
    assert not regret(load("sharp"), STANDARD, Plain().values).kinds


@pytest.mark.parametrize("text", ["4,3,3-gravity", "4,1,2-exact", "3,2,2-misere", "3,3,3"])
def test_a_slip_is_reached_and_gives_value_away(text: str) -> None:
    """By brute force. With gravity and in an exact game few orders of some stones are orders of moves."""
    game, slips = Game.from_text(text), 0
    for name in ("first", "random"):
        for kind, slip in regret(load(name), game, Plain().values).kinds.items():
            position = Position(game)
            for move in slip.line:
                position = position.play(move)
            assert kind == f"{minimax(position).word} to {minimax(position.play(slip.move)).parent().word}"
            slips += 1
    assert slips


def test_noise_and_limits() -> None:
    with pytest.raises(StrategyError, match="is noisy"):
        regret(load("paths:level=easy"), STANDARD, Plain().values)
    with pytest.raises(LimitExceeded, match="6,046 positions, the limit is 6,000"):
        regret(load("first"), STANDARD, Plain().values, max_positions=6000)
    with pytest.raises(LimitExceeded, match="201,755 positions, the limit"):
        regret(load("first"), Game(4, 4, 4, gravity=True), Plain().values, max_positions=1000)


Tasks = dict[int, list[Option[int]]]


def random_tasks(rng: random.Random, shared: bool) -> Tasks:
    """Return tasks 0, 1, 2, ...: each option brings later ones. With `shared`, two tasks may have one subject."""
    count = rng.randint(3, 8)
    tasks: Tasks = {}
    for task in range(count):
        later = range(task + 1, count)
        subject = rng.randrange(task + 1) if shared else task
        tasks[task] = [
            Option((subject, decision), decision > 0, rng.sample(later, rng.randint(0, min(3, len(later)))))
            for decision in rng.sample(range(4), rng.randint(1, 3))
        ]
    return tasks


def cheapest(tasks: Tasks) -> int | None:
    """Return the cost of the cheapest solution for task 0, by every combination of options; None without one."""
    costs = []
    for combination in product(*tasks.values()):
        chosen, todo = set[tuple[int, int]](), [0]
        paid = set[tuple[int, int]]()
        while todo:
            option = combination[todo.pop()]
            chosen.add(option.choice)
            paid |= {option.choice} if option.costs else set()
            todo += option.brings
        if len({subject for subject, _ in chosen}) == len(chosen):
            costs.append(len(paid))
    return min(costs, default=None)


def assert_is_a_solution(found: Least[int], tasks: Tasks) -> None:
    assert {0, *(each for option in found.options.values() for each in option.brings)} == {*found.options}
    assert all(option in tasks[task] for task, option in found.options.items())
    choices = {option.choice for option in found.options.values()}
    assert len({subject for subject, _ in choices}) == len(choices)
    assert found.cost == len({option.choice for option in found.options.values() if option.costs})


@pytest.mark.parametrize("shared", [False, True])
def test_every_combination(shared: bool) -> None:
    """Without an end, and with budgets of a few nodes, whose bounds hold."""
    rng, met = random.Random(1), set[bool]()
    for _ in range(300):
        tasks = random_tasks(rng, shared)
        expected = cheapest(tasks)
        if expected is None:
            continue  # no solution; positions always have one
        found = least(tasks, [0])
        assert_is_a_solution(found, tasks)
        assert found.cost == found.at_least == expected
        try:
            bounded = least(tasks, [0], Budget(nodes=4))
        except LimitExceeded:
            continue
        assert_is_a_solution(bounded, tasks)
        assert bounded.at_least <= expected <= bounded.cost
        met.add(bounded.at_least < bounded.cost)
    assert met == {True, False}


def test_progress_and_limits() -> None:
    rng = random.Random(5)
    tasks = next(tasks for tasks in iter(lambda: random_tasks(rng, False), None) if least(tasks, [0]).nodes > 3)
    seen: list[LeastProgress] = []
    found = least(tasks, [0], progress=seen.append)
    assert seen[-1].nodes == found.nodes
    assert seen[-1].at_least == found.cost
    assert least(tasks, [0], Budget(seconds=0)).at_least <= found.cost
    clash = {  # what is cheapest first leaves the last task without an option
        0: [Option((0, 0), False, [1, 2])],
        1: [Option((3, 0), False, []), Option((1, 1), True, [])],
        2: [Option((3, 1), True, []), Option((3, 2), True, [])],
    }
    assert least(clash, [0]).cost == 2
    with pytest.raises(LimitExceeded, match="no solution is found within the limits, after 0 nodes; none costs"):
        least(clash, [0], Budget(nodes=0))


@cache
def standard_fix(name: str, seat: Side) -> Fix:
    """Return the proved exceptions of a strategy on 3,3,3. Each is found once in a run of the tests."""
    return proved(load(name), fix(load(name), STANDARD, seat))


def proved(strategy: Strategy, found: Fix | None) -> Fix:
    """Return exceptions that are proved to be enough, each in another position up to symmetry."""
    assert found is not None
    assert prove(Overridden(strategy, found.exceptions), found.game, found.seat).never_loses
    assert len({override.position.canonical() for override in found.exceptions}) == len(found.exceptions)
    for override in found.exceptions:
        assert override.instead_of == decided(strategy, override.position)
        assert override.instead_of != (override.move,)
    return found


def fewest(strategy: Strategy, game: Game, seat: Side) -> int:
    """Return how few exceptions are enough, by proving the strategy with every list of one, of two and so on."""
    positions = {each.canonical() for each in every_position(game) if each.outcome is None and each.side is seat}
    choices = {position: [(position, move) for move in position.legal_moves] for position in positions}
    for count in range(len(positions)):
        for chosen in combinations(choices.values(), count):
            for pairs in product(*chosen):
                overrides = tuple(Override(position, move, Moves(game)) for position, move in pairs)
                if prove(Overridden(strategy, overrides), game, seat, repeat=0).never_loses:
                    return count
    raise AssertionError("no list is enough")


@pytest.mark.parametrize("seat", list(Side))
@pytest.mark.parametrize("game", [Game(3, 1, 2), Game(4, 1, 2), Game(2, 2, 2), Game(3, 2, 3), Game(5, 1, 3)], ids=str)
@pytest.mark.parametrize("name", ["first", "random", "tactical"])
def test_every_list(name: str, game: Game, seat: Side) -> None:
    strategy, result = load(name), minimax(Position(game)).result
    found = fix(strategy, game, seat)
    if result > 0 and seat is Side.O:
        assert found is None
    else:
        found = proved(strategy, found)
        assert found.is_smallest
        if found.at_least < (3 if game.cells < 6 else 2):
            assert len(found.exceptions) == fewest(strategy, game, seat)


@pytest.mark.parametrize(
    ("name", "seat", "count"),
    [
        ("ring", Side.O, 0),
        ("paths:override=off", Side.O, 1),
        ("potential", Side.O, 1),
        ("weights", Side.X, 1),
        ("weights", Side.O, 4),
        pytest.param("tactical", Side.X, 3, marks=pytest.mark.slow),
        pytest.param("tactical", Side.O, 7, marks=pytest.mark.slow),
    ],
)
def test_published_strategies(name: str, seat: Side, count: int) -> None:
    found = standard_fix(name, seat)
    assert (len(found.exceptions), found.at_least) == (count, count)


def test_the_published_exception_is_found() -> None:
    """The path matrix has one exception, and one is needed: the same position, and the same kind of move."""
    (override,) = standard_fix("paths:override=off", Side.O).exceptions
    assert decided(load("paths"), override.position) == (override.move,)
    assert decided(load("paths:override=off"), override.position) == override.instead_of


def test_an_exception_holds_for_all_images() -> None:
    strategy = load("first")
    corner = Position(STANDARD).play(0)
    mended = Overridden(strategy, (Override(corner, 4, Moves(STANDARD, (1,))),))
    assert mended.name == "first with 1 exception"
    for permutation in STANDARD.symmetries:
        assert decided(mended, corner.image(permutation)) == (4,)
    assert decided(mended, Position(STANDARD).play(4)) == (0,)
    assert mended.supports(Game(4, 4, 4))


def test_an_exception_whose_position_is_its_own_image_has_a_move_for_each_image() -> None:
    """A diagonal keeps this one, and exchanges b1 and a2: without the move nobody knows which of them is safe."""
    seen = []
    for override in standard_fix("weights", Side.O).exceptions:
        mended = Overridden(load("weights"), (override,))
        assert [decided(mended, position) for position, _ in override.images] == [
            (move,) for _, move in override.images
        ]
        seen.append(len(override.images))
    assert sorted(seen) == [1, 1, 1, 2]


def test_limits_and_errors() -> None:
    found = proved(load("weights"), fix(load("weights"), STANDARD, Side.O, budget=lambda: Budget(nodes=12)))
    assert found.at_least <= 4 <= len(found.exceptions)
    assert not found.is_smallest
    with pytest.raises(LimitExceeded, match="more than 1,000 positions may need a decision"):
        fix(load("weights"), STANDARD, Side.O, max_positions=1000)
    with pytest.raises(StrategyError, match="is noisy"):
        fix(load("paths:level=easy"), STANDARD, Side.O)
    with refused("error.does-not-play-because", "error.on-333-alone"):
        fix(load("ring"), Game(4, 4, 4), Side.O)

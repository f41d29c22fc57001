"""The matchboxes: their number, their beads, what they learn, and when they can lose no more."""

from fractions import Fraction
from typing import get_args

import pytest

from benchmarks.gallery import boxes_chance_to_lose
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.players.player import NO_DICE, Strategy, consult, is_instant
from noughts.prove import prove
from noughts.strategies.menace import Boxes, Menace, Node, Rule, Teacher, nodes, trained
from noughts.strategies.registry import load
from tests.refusals import refused
from tests.witnesses import every_position, values

GAME = Game(3, 3, 3)
RULES: tuple[Rule, ...] = get_args(Rule)
TEACHERS: tuple[Teacher, ...] = get_args(Teacher)


def node(text: str) -> Node:
    return nodes()[parse_position(text).canonical()]


def test_there_are_304_boxes_for_the_side_that_moves_first() -> None:
    """As many as D. Michie built: 1, 12, 108 and 183 for its first four moves."""
    boxes = [each for each in nodes().values() if each.has_box]
    plies = [each.position.ply for each in boxes]
    assert [plies.count(ply) for ply in range(9)] == [1, 3, 12, 38, 108, 153, 183, 95, 0]
    canonical = {position.canonical() for position in every_position(GAME) if len(position.legal_moves) > 1}
    assert {each.position for each in boxes} == canonical


def test_moves_that_a_symmetry_makes_equal_share_their_beads() -> None:
    assert nodes()[Position(GAME)].moves == ((0, 2, 6, 8), (1, 3, 5, 7), (4,))
    decision = Menace(games=0).decide(Position(GAME), NO_DICE)
    assert decision.scores == [1, 1, 1, 1, 4, 1, 1, 1, 1]
    assert decision.chances is not None
    assert decision.chances[4] == Fraction(1, 3)
    assert str(decision.saw) == "one of 12 beads"


@pytest.mark.parametrize(("ply", "beads"), [(0, 4), (1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 1), (7, 1)])
def test_the_first_beads(ply: int, beads: int) -> None:
    for each in nodes().values():
        if each.has_box and each.position.ply == ply:
            assert set(Boxes(each.side, "michie").beads(each)) == {beads}
            assert set(Boxes(each.side, "gardner").beads(each)) == {1}


@pytest.mark.parametrize(
    ("rule", "winner", "first", "second"),
    [
        ("michie", Side.X, 7, 6),
        ("michie", None, 5, 4),
        ("michie", Side.O, 3, 2),
        ("gardner", Side.X, 1, 1),
        ("gardner", None, 1, 1),
        ("gardner", Side.O, 1, 0),
    ],
)
def test_what_a_game_changes(rule: Rule, winner: Side | None, first: int, second: int) -> None:
    boxes, root = Boxes(Side.X, rule), node(".../.../...")
    reply = root.after[2]
    after = reply.after[0]
    boxes.learn([(root, 2), (reply, 0), (after, 1)], winner)
    assert (boxes.beads(root)[2], boxes.beads(after)[1]) == (first, second)
    assert boxes.beads(root)[:2] == ([4, 4] if rule == "michie" else [1, 1])


def test_an_empty_box_resigns() -> None:
    """Against perfect play, these boxes have lost the last bead of the first one; the strategy plays any cell."""
    boxes = trained(Side.X, "michie", "perfect", 0, 1000)
    assert not any(boxes.beads(nodes()[Position(GAME)]))
    assert boxes.draw(nodes()[Position(GAME)], NO_DICE) is None
    assert boxes_chance_to_lose(boxes) == 1
    decision = Menace(games=1000, against="perfect").decide(Position(GAME), NO_DICE)
    assert decision.moves == tuple(range(9))
    assert "it would resign" in str(decision.reason)


def test_the_last_cell_needs_no_box() -> None:
    decision = Menace(games=0).decide(parse_position("XOX/XOO/OX."), NO_DICE)
    assert decision.moves == (8,)
    assert "no box" in str(decision.reason)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("against", TEACHERS)
@pytest.mark.parametrize("side", Side)
def test_training_depends_on_the_seed_alone(rule: Rule, against: Teacher, side: Side) -> None:
    def learnt(seed: int) -> list[list[int]]:
        boxes = trained(side, rule, against, seed, 60)
        trained.cache_clear()
        return [boxes.beads(each) for each in nodes().values() if each.side is side]

    assert learnt(1) == learnt(1)
    assert learnt(1) != learnt(2)


def test_gardners_boxes_can_lose_no_more() -> None:
    """To the game: they still lose one game earlier."""
    assert boxes_chance_to_lose(trained(Side.X, "gardner", "random", 3, 8640)) == 0
    assert prove(Menace(8640, 3, rule="gardner"), GAME, Side.X).never_loses
    assert not prove(Menace(8639, 3, rule="gardner"), GAME, Side.X).never_loses


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("side", Side)
def test_gardners_boxes_lose_only_moves_that_lose(rule: Rule, side: Side) -> None:
    """Under Michie's rule a move of a lost game may have been a good one."""
    known = values(GAME)
    boxes = trained(side, rule, "random", 0, 3000)
    emptied = [
        (known[each.position].result, known[after.position].result)
        for each in nodes().values()
        if each.side is side and each.has_box
        for after, beads in zip(each.after, boxes.beads(each), strict=True)
        if beads == 0
    ]
    assert emptied
    losing = [after == 1 for _, after in emptied]
    assert all(losing) is (rule == "gardner")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("side", Side)
def test_the_chance_to_lose_is_that_of_the_general_proof(rule: Rule, side: Side) -> None:
    """Where no box that the games come to is empty."""
    boxes = trained(side, rule, "random", 5, 20)
    proof = prove(Menace(20, 5, rule=rule), GAME, side)
    assert boxes_chance_to_lose(boxes) == proof.against_random.loss > 0


def test_a_short_training_is_instant_and_a_long_one_is_a_search() -> None:
    assert is_instant(load("menace"), GAME)
    assert not is_instant(load("menace:games=20000"), GAME)


@pytest.mark.parametrize("games", [-1, 20_001])
def test_the_number_of_games_has_limits(games: int) -> None:
    with refused("error.option-range", option="games", most=20_000, given=games):
        load(f"menace:games={games}")


def test_mirrored_positions_have_mirrored_moves() -> None:
    strategy: Strategy = load("menace:games=200")
    for position in every_position(GAME)[::5]:
        if position.outcome is None:
            moves = consult(strategy, position, NO_DICE).moves
            mirror = consult(strategy, position.image(GAME.symmetries[1]), NO_DICE).moves
            assert sorted(moves) == sorted(GAME.symmetries[1].index(move) for move in mirror)

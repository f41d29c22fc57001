"""The matchboxes: their number, their beads, what they learn, and when they can lose no more."""

from fractions import Fraction
from itertools import islice
from typing import get_args

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.errors import StrategyError
from noughts.players.player import NO_DICE, Strategy, consult, is_instant
from noughts.prove import prove
from noughts.strategies.matchboxes import Boxes, Node, Rule, Teacher, lessons, nodes, settled, trained
from noughts.strategies.menace import Menace
from noughts.strategies.registry import load
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
    emptied = boxes.learn([(root, 2), (reply, 0), (after, 1)], winner)
    assert (boxes.beads(root)[2], boxes.beads(after)[1]) == (first, second)
    assert emptied is (second == 0)
    assert boxes.beads(root)[:2] == ([4, 4] if rule == "michie" else [1, 1])


def test_an_empty_box_resigns_and_can_lose() -> None:
    """Against perfect play, this one has lost the last bead of its first box."""
    games, boxes = settled(Side.X, "michie", "perfect", 0, 1000)
    assert boxes.have_given_up()
    assert boxes.can_lose()
    assert boxes.chance_to_lose() == 1
    assert boxes.draw(nodes()[Position(GAME)], NO_DICE) is None
    decision = Menace(games=games, against="perfect").decide(Position(GAME), NO_DICE)
    assert decision.moves == tuple(range(9))
    assert "it would resign" in str(decision.reason)
    before = trained(Side.X, "michie", "perfect", 0, games - 1)
    assert not before.have_given_up()


@pytest.mark.parametrize("side", Side)
def test_giving_up_means_every_first_box(side: Side) -> None:
    boxes = Boxes(side, "gardner")
    firsts = [each for each in nodes().values() if each.side is side and each.position.ply < 2]
    for number, first in enumerate(firsts, start=1):
        assert not boxes.have_given_up()
        beads = boxes.beads(first)
        beads[:] = [0] * len(beads)
        assert boxes.have_given_up() is (number == len(firsts))


def test_the_last_cell_needs_no_box() -> None:
    decision = Menace(games=0).decide(parse_position("XOX/XOO/OX."), NO_DICE)
    assert decision.moves == (8,)
    assert "no box" in str(decision.reason)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("against", TEACHERS)
@pytest.mark.parametrize("side", Side)
def test_training_depends_on_the_seed_alone(rule: Rule, against: Teacher, side: Side) -> None:
    def learnt(seed: int) -> list[list[int]]:
        boxes = Boxes(side, rule)
        assert len(list(islice(lessons(boxes, against, seed), 60))) == 60
        return [boxes.beads(each) for each in nodes().values() if each.side is side]

    assert learnt(1) == learnt(1)
    assert learnt(1) != learnt(2)


@pytest.mark.parametrize(("side", "games"), [(Side.X, 8640), pytest.param(Side.O, 18412, marks=pytest.mark.slow)])
def test_gardners_boxes_can_lose_no_more(side: Side, games: int) -> None:
    """To the game: by the general proof the boxes still lose one game earlier."""
    seed = 3
    found, boxes = settled(side, "gardner", "random", seed, 100_000)
    assert found == games
    assert not boxes.can_lose()
    assert boxes.chance_to_lose() == 0
    assert prove(Menace(games, seed, rule="gardner"), GAME, side).never_loses
    assert not prove(Menace(games - 1, seed, rule="gardner"), GAME, side).never_loses


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
    assert boxes.can_lose()
    assert boxes.chance_to_lose() == proof.against_random.loss > 0


def test_a_short_training_is_instant_and_a_long_one_is_a_search() -> None:
    assert is_instant(load("menace"), GAME)
    assert not is_instant(load("menace:games=20000"), GAME)


@pytest.mark.parametrize("games", [-1, 20_001])
def test_the_number_of_games_has_limits(games: int) -> None:
    with pytest.raises(StrategyError, match=f"games must be from 0 to 20000, not {games}"):
        load(f"menace:games={games}")


def test_mirrored_positions_have_mirrored_moves() -> None:
    strategy: Strategy = load("menace:games=200")
    for position in every_position(GAME)[::5]:
        if position.outcome is None:
            moves = consult(strategy, position, NO_DICE).moves
            mirror = consult(strategy, position.image(GAME.symmetries[1]), NO_DICE).moves
            assert sorted(moves) == sorted(GAME.symmetries[1].index(move) for move in mirror)

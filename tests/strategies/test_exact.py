import random
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import get_args

import platformdirs
import pytest

from benchmarks.gallery import boxes_chance_to_lose
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded, TableError
from noughts.players.player import NO_DICE
from noughts.prove import prove
from noughts.solve.minimax import Plain
from noughts.solve.solver import exact_solver
from noughts.solve.table_folder import FolderTables
from noughts.solve.tables.retrograde import solve_all
from noughts.solve.tables.tabulate import tabulate
from noughts.strategies.exact import Perfect, Sharp
from noughts.strategies.menace import Boxes, Menace, Node, Rule, Teacher, nodes, trained
from noughts.strategies.registry import load
from tests.refusals import refused
from tests.witnesses import every_position, minimax, values

STANDARD = Game(3, 3, 3)
RNG = random.Random(0)


@pytest.fixture(autouse=True)
def no_tables_of_my_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda _: str(tmp_path))
    (tmp_path / "tables").mkdir()
    return tmp_path / "tables"


def test_perfect_plays_every_best_move_and_no_other() -> None:
    perfect = Perfect()
    for position, best in values(STANDARD).items():
        if position.outcome is None:
            worth = {move: minimax(position.play(move)).parent() for move in position.legal_moves}
            decision = perfect.decide(position, RNG)
            assert set(decision.moves) == {move for move, value in worth.items() if value == best}
            assert decision.scores is not None
            scores = {move: decision.scores[move] for move in worth}
            assert sorted(worth, key=lambda move: (worth[move], move)) == sorted(
                scores, key=lambda move: (scores[move], move)
            )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("XX./OO./...", "completes a1-c1"),
        ("XO./.../...", "wins in 5 moves, later or not at all with c1"),
        ("X../.../...", "keeps the draw, which b1 would give away"),
        (".../.../...", "keeps the draw"),
        ("X.X/O../X.O", "loses in 2 moves, as late as it can"),
    ],
)
def test_perfect_says_why(text: str, reason: str) -> None:
    position = parse_position(text)
    decision, values = (
        Perfect().decide(position, RNG),
        {move: minimax(position.play(move)).parent() for move in position.legal_moves},
    )
    assert str(decision.reason) == reason
    assert (
        str(decision.saw)
        == f"exact value: {max(values.values()).word}; kept by {len(decision.moves)} of {len(values)} moves"
    )


@pytest.mark.parametrize("strategy", [Perfect(), Sharp()], ids=lambda strategy: strategy.name)
@pytest.mark.parametrize("side", Side)
def test_never_loses(strategy: Perfect | Sharp, side: Side) -> None:
    assert prove(strategy, STANDARD, side).verdict == "never loses"


def test_sharp_wins_as_often_as_the_source_asks() -> None:
    sharp, start = Sharp(), Position(STANDARD)
    assert sharp.chance(start) * 384 == 382
    assert sum(sharp.chance(start.play(move)) for move in start.legal_moves) / 9 * 945 == 866


@cache
def chance(position: Position, mine: bool) -> Fraction:
    """How often a never-losing player can win against a random one: straight from the words."""
    if position.outcome is not None:
        return Fraction(position.outcome.winner is not None and not mine)
    after = {move: chance(position.play(move), not mine) for move in position.legal_moves}
    if not mine:
        return sum(after.values(), Fraction()) / len(after)
    return max(after[move] for move in unlosing(position))


def unlosing(position: Position) -> list[Move]:
    moves = [move for move in position.legal_moves if minimax(position.play(move)).result <= 0]
    return moves or list(position.legal_moves)


def test_sharp_has_the_best_chance_in_every_position() -> None:
    sharp = Sharp()
    for position in every_position(STANDARD):
        if position.outcome is None:
            assert sharp.chance(position) == chance(position, mine=True)
            for move in sharp.decide(position, RNG).moves:
                assert move in unlosing(position)
                assert chance(position.play(move), mine=False) == chance(position, mine=True)


def test_sharp_on_a_wider_board_and_what_it_says() -> None:
    position = Position(Game(4, 2, 3))
    decision = Sharp().decide(position, RNG)
    assert str(decision.reason) == "keeps the draw, and leaves more ways to go wrong than a1"
    assert str(decision.saw) == f"a random opponent loses {chance(position, mine=True)} of the games"
    assert str(Sharp().decide(parse_position("XX./OO./..."), RNG).reason) == "completes a1-c1"
    lost = parse_position("X.X/O../X.O")
    assert str(Sharp().decide(lost, RNG).reason) == "loses against the best play, and leaves the most ways to go wrong"
    last = Sharp().decide(parse_position("XOX/XOO/OX."), RNG)
    assert (str(last.reason), str(last.saw)) == ("keeps the draw", "a random opponent loses none of the games")


def test_sharp_has_its_limit() -> None:
    with refused("error.many-below"):
        Sharp().decide(Position(Game(4, 4, 4)), RNG)


def test_out_of_reach() -> None:
    for strategy in (player.asking(exact_solver(0.1).truth) for player in (Perfect, Sharp)):
        assert strategy.supports(Game(15, 15, 5))
        with refused("error.out-of-reach", "error.table-too-large"):
            strategy.decide(Position(Game(15, 15, 5)), RNG)


def test_asks_whoever_it_is_told_to() -> None:
    def liar(position: Position) -> dict[Move, Value]:
        return {move: Value(1 if move == 7 else 0) for move in position.legal_moves}

    decision = Perfect.asking(liar).decide(Position(STANDARD), RNG)
    assert (decision.moves, str(decision.reason)) == ((7,), "wins")
    assert Perfect() == Perfect.asking(liar)


def test_looks_values_up_in_a_table(no_tables_of_my_own: Path) -> None:
    game, path = Game(4, 4, 4), no_tables_of_my_own / "4,4,4.table"
    tabulate(game, path)
    assert str(Perfect().decide(Position(game), RNG).reason) == "keeps the draw"
    (path / "table.json").write_bytes(b"damaged")
    with pytest.raises(TableError):
        Perfect().decide(Position(game), RNG)


def test_finds_tables_in_their_folder(no_tables_of_my_own: Path) -> None:
    game = Game(4, 3, 4)
    look_up = FolderTables().values
    with pytest.raises(LimitExceeded, match="no table"):
        look_up(Position(game))
    tabulate(game, no_tables_of_my_own / "4,3,4.table")
    assert look_up(Position(game)) == Plain().values(Position(game))
    assert exact_solver().truth(Position(game)) == look_up(Position(game))


def test_a_compiler_takes_over_where_plain_python_ends() -> None:
    """For one game after the other."""
    solver = exact_solver()
    for position in (Position(Game(4, 4, 3)), Position(Game(5, 3, 3))):
        assert solver.truth(position) == solve_all(position.game).table.values(position)


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


@pytest.mark.parametrize("games", [-1, 20_001])
def test_the_number_of_games_has_limits(games: int) -> None:
    with refused("error.option-range", option="games", most=20_000, given=games):
        load(f"menace:games={games}")

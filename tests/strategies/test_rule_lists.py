"""Lists of rules: a second interpreter, written from the table of docs/rule-lists.md alone, plays the same games."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations
from pathlib import Path

import pytest

from noughts.app.rule_lists import USUAL, changed, findings, shortest
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import NO_DICE, consult, require_support
from noughts.prove import Proof, prove
from noughts.strategies.registry import load
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS
from noughts.strategies.rules.list_text import list_names, text_of
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import RuleList
from tests.brute_force import FAULT, brute_force
from tests.refusals import refused
from tests.witnesses import every_position

GAME = Game(3, 3, 3)
CORNERS, SIDES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), (4,)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NEXT = {
    cell: [
        other
        for other in range(9)
        if other != cell and abs(other // 3 - cell // 3) < 2 and abs(other % 3 - cell % 3) < 2
    ]
    for cell in range(9)
}


def free(board: str) -> list[int]:
    return [cell for cell in range(9) if board[cell] == "."]


def put(board: str, cell: int, who: str) -> str:
    return board[:cell] + who + board[cell + 1 :]


def threats(board: str, who: str) -> set[int]:
    found = set()
    for line in LINES:
        held = [board[cell] for cell in line]
        if held.count(who) == 2 and "." in held:
            found.add(line[held.index(".")])
    return found


def made(board: str, cell: int, who: str) -> set[int]:
    """The threats that a stone makes."""
    return threats(put(board, cell, who), who) - threats(board, who)


def forks(board: str, who: str) -> set[int]:
    return {cell for cell in free(board) if len(made(board, cell, who)) >= 2}


def block_fork(board: str, me: str, other: str) -> set[int]:
    taken = forks(board, other)
    if len(taken) < 2:
        return taken
    making = {cell: put(board, cell, me) for cell in free(board) if made(board, cell, me)}
    none_left = {cell for cell, after in making.items() if not forks(after, other)}
    return none_left or force(board, me, other) or taken


def force(board: str, me: str, other: str) -> set[int]:
    if not forks(board, other):
        return set()
    found = set()
    for cell in free(board):
        answers = made(board, cell, me)
        if answers and not answers & forks(put(board, cell, me), other):
            found.add(cell)
    return found


def potentials(board: str, me: str, other: str) -> set[int]:
    worth = {}
    for cell in free(board):
        through = [[board[at] for at in line] for line in LINES if cell in line]
        worth[cell] = sum(2.0 ** -line.count(".") for line in through if not (me in line and other in line))
    return {cell for cell, most in worth.items() if most == max(worth.values())}


def first_gap(board: str, other: str) -> set[int]:
    for line in LINES:
        held = [board[cell] for cell in line]
        if held.count(other) == 2 and "." in held:
            return {line[held.index(".")]}
    return set()


AROUND = (0, 1, 2, 5, 8, 7, 6, 3)  # the edge, clockwise from the top left


def ring_stones(board: str, other: str) -> list[int]:
    return sorted((place for place, cell in enumerate(AROUND) if board[cell] == other), key=AROUND.__getitem__)


def round_by(board: str, other: str, steps: int) -> set[int]:
    return {AROUND[(place + steps) % 8] for place in ring_stones(board, other)}


def shorter_way(a: int, b: int) -> list[int]:
    clockwise = [(a + step) % 8 for step in range(1, (b - a) % 8)]
    back = [(b + step) % 8 for step in range(1, (a - b) % 8)]
    return clockwise if len(clockwise) <= len(back) else back


def halfway(board: str, other: str) -> set[int]:
    edges = [place for place in ring_stones(board, other) if place % 2]
    if len(edges) != 2:
        return set()
    way = shorter_way(*edges)
    return {AROUND[way[len(way) // 2]]}


def plain_average(board: str, other: str) -> set[int]:
    edges = [place for place in ring_stones(board, other) if place % 2]
    return {AROUND[(edges[0] + edges[1]) // 2]} if len(edges) == 2 else set()


def gap(board: str, other: str, choose: Callable[[list[int]], list[int]]) -> set[int]:
    stones = ring_stones(board, other)
    edges, corners = [each for each in stones if each % 2], [each for each in stones if not each % 2]
    if len(edges) != 1 or len(corners) != 1:
        return set()
    return {AROUND[place] for place in choose(shorter_way(corners[0], edges[0]))[:1]}


def most_open(board: str, other: str) -> set[int]:
    counts = {
        cell: sum(cell in line and all(board[at] != other for at in line) for line in LINES) for cell in free(board)
    }
    return {cell for cell, count in counts.items() if count == max(counts.values())}


def between(board: str, other: str) -> set[int]:
    opposite = [(0, 2, 1), (3, 5, 4), (6, 8, 7), (0, 6, 3), (1, 7, 4), (2, 8, 5), (0, 8, 4), (2, 6, 4)]
    return {middle for a, b, middle in opposite if board[a] == board[b] == other}


PLAIN: dict[str, Callable[[str, str, str], set[int]]] = {
    "win": lambda b, me, other: threats(b, me),
    "block": lambda b, me, other: threats(b, other),
    "do not complete": lambda b, me, other: set(free(b)) - threats(b, me),
    "fork": lambda b, me, other: forks(b, me),
    "block fork": block_fork,
    "block fork (take)": lambda b, me, other: forks(b, other),
    "block fork (force)": force,
    "centre": lambda b, me, other: set(CENTRE),
    "corner": lambda b, me, other: set(CORNERS),
    "opposite corner": lambda b, me, other: {8 - cell for cell in CORNERS if b[cell] == other},
    "adjacent corner": lambda b, me, other: {
        near for cell in CORNERS if b[cell] == other for near in CORNERS if near not in (cell, 8 - cell)
    },
    "side": lambda b, me, other: set(SIDES),
    "next to own": lambda b, me, other: {near for cell in range(9) if b[cell] == me for near in NEXT[cell]},
    "next to their stone": lambda b, me, other: {near for cell in range(9) if b[cell] == other for near in NEXT[cell]},
    "between their stones": lambda b, me, other: between(b, other),
    "most open lines": lambda b, me, other: most_open(b, other),
    "potential": potentials,
    "block (first line)": lambda b, me, other: first_gap(b, other),
    "threat": lambda b, me, other: {cell for cell in free(b) if made(b, cell, me)},
    "opposite own corner": lambda b, me, other: {8 - cell for cell in CORNERS if b[cell] == me},
    "two away round the ring": lambda b, me, other: round_by(b, other, 2),
    "three away round the ring": lambda b, me, other: round_by(b, other, 3),
    "three away round the ring (anticlockwise)": lambda b, me, other: round_by(b, other, -3),
    "average of their edges": lambda b, me, other: halfway(b, other),
    "average of their edges (plain)": lambda b, me, other: plain_average(b, other),
    "gap of corner and edge (corner)": lambda b, me, other: gap(b, other, lambda way: [at for at in way if not at % 2]),
    "gap of corner and edge (edge)": lambda b, me, other: gap(b, other, lambda way: [at for at in way if at % 2]),
    "gap of corner and edge (first)": lambda b, me, other: gap(b, other, lambda way: way),
    "gap of corner and edge (last)": lambda b, me, other: gap(b, other, lambda way: way[::-1]),
    "first free": lambda b, me, other: set(free(b)[:1]),
    "any": lambda b, me, other: set(free(b)),
}
Held = Callable[[str, str], bool]
HOLDINGS: dict[str, Held] = {
    "the centre": lambda b, who: b[4] == who,
    "a corner": lambda b, who: any(b[cell] == who for cell in CORNERS),
    "two corners": lambda b, who: sum(b[cell] == who for cell in CORNERS) >= 2,
    "two opposite corners": lambda b, who: b[0] == b[8] == who or b[2] == b[6] == who,
    "a side": lambda b, who: any(b[cell] == who for cell in SIDES),
    "two sides": lambda b, who: sum(b[cell] == who for cell in SIDES) >= 2,
    "a corner and a side": lambda b, who: any(b[c] == who for c in CORNERS) and any(b[s] == who for s in SIDES),
}


def of_theirs(held: Held, board: str, me: str, other: str) -> bool:
    return held(board, other)


def of_mine(held: Held, board: str, me: str, other: str) -> bool:
    return held(board, me)


HOLDS: dict[str, Callable[[str, str, str], bool]] = {
    "moving first": lambda b, me, other: me == "X",
    "moving second": lambda b, me, other: me == "O",
    "if the centre is free": lambda b, me, other: b[4] == ".",
    **{f"if they hold {what}": partial(of_theirs, held) for what, held in HOLDINGS.items()},
    **{f"if I hold {what}": partial(of_mine, held) for what, held in HOLDINGS.items()},
    "if they hold the corner opposite mine": lambda b, me, other: any(
        b[cell] == me and b[8 - cell] == other for cell in CORNERS
    ),
    "move 1": lambda b, me, other: b.count(me) == 0,
    "move 2": lambda b, me, other: b.count(me) == 1,
}


Rules = list[tuple[list[str], str, str]]  # each: its limits, its condition, and which of equal cells it takes
ORDERS: dict[str, Sequence[int]] = {"first": range(9), "ring": (*AROUND, 4)}


def decision(rules: Rules, board: str) -> tuple[int, set[int]]:
    """The number of the rule that decides, and its cells."""
    me = "X" if board.count(".") % 2 else "O"
    other = "XO"[me == "X"]
    for number, (limits, condition, ties) in enumerate(rules, start=1):
        if all(HOLDS[limit](board, me, other) for limit in limits):
            cells = PLAIN[condition](board, me, other) & set(free(board))
            if cells:
                return number, {min(cells, key=ORDERS[ties].index)} if ties else cells
    return 0, {FAULT}


def drawn(seed: int) -> Rules:
    rng = random.Random(seed)
    return [
        (rng.sample([*HOLDS], rng.choice((0, 0, 1, 2))), rng.choice([*PLAIN]), rng.choice(["", "", "", "", *ORDERS]))
        for _ in range(rng.randint(1, 9))
    ]


def written(rules: Rules) -> str:
    return ", ".join(": ".join([*limits, f"{condition} {ties}".strip()]) for limits, condition, ties in rules)


def as_read(rule: str) -> tuple[list[str], str, str]:
    *limits, condition = rule.split(": ")
    ties = "" if condition in PLAIN else condition.rpartition(" ")[2]
    return limits, condition.removesuffix(f" {ties}"), ties


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 60))])
def test_two_interpreters_agree(seed: int) -> None:
    """In both seats."""
    rules = drawn(seed)
    strategy = RuleList.from_text(written(rules))
    for side in Side:
        expected = brute_force(lambda board: decision(rules, board)[1], side.value)
        games = prove(strategy, GAME, side).games
        assert (games.win, games.draw, games.loss) == expected[:3], written(rules)


def test_every_condition_has_a_second_meaning() -> None:
    assert set(PLAIN) == set(CONDITIONS)
    assert set(HOLDS) == {*LIMITS, "move 1", "move 2"}


LISTS = [
    *("ring", "ring:away=anticlockwise", "ring:average=plain", "ring:gap=edge", "ring:gap=first", "ring:gap=last"),
    *("newell-simon", "newell-simon:first=corner", "newell-simon:fork=older", "newell-simon:fork=careless"),
    *("newell-simon:first=corner,fork=older", "centre-corner", "centre-block", "tactical", "first"),
    "rules: school-both",
]


@pytest.mark.parametrize("spec", LISTS)
def test_every_decision_of_a_published_list(spec: str) -> None:
    """And which rule decides it: by the second interpreter."""
    strategy = load(spec)
    assert isinstance(strategy, RuleList)
    assert strategy.name == spec or spec.startswith("rules")
    texts = [str(rule) for rule in strategy.rules]
    for position in every_position(GAME):
        if position.outcome is None:
            number, cells = decision([*map(as_read, texts)], str(position).replace("/", ""))
            found = consult(strategy, position, NO_DICE)
            assert {*found.moves} == cells, position
            assert str(found.reason).startswith(f"{number}. {strategy.rules[number - 1].said}: ")
            assert found.passed is not None
            assert len(found.passed) == number - 1


def test_the_careful_reading_wins_less_often_than_the_older_one() -> None:
    """Against a random opponent, moving second; the careless one loses in seven plies."""
    proofs = [prove(load(f"newell-simon:fork={fork}"), GAME, Side.O) for fork in ("current", "older", "careless")]
    wins = [proof.against_random.win for proof in proofs]
    assert wins == [Fraction(2502, 2835), Fraction(2566, 2835), Fraction(3223, 3780)]
    assert [len(proof.losing_line or ()) for proof in proofs] == [0, 0, 7]


def test_what_was_published_for_one_board_plays_no_other() -> None:
    for name in ("ring", "newell-simon", "centre-corner", "centre-block", "menace"):
        assert [load(name).supports(game) for game in (GAME, Game(3, 3, 2), Game(4, 4, 4))] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [("school-first", True, False), ("school-centre", True, False), ("school-both", True, True)],
)
def test_the_sheets_of_schools(name: str, first: bool, second: bool) -> None:
    found = findings(RuleList.from_spec(f"rules: {name}"), GAME)
    assert [getattr(found[side], "never_loses", None) for side in Side] == [first, second]


def test_every_list_that_comes_with_the_program_says_what_it_is() -> None:
    assert {"ring", "newell-simon", "school-first"} <= set(list_names())
    for name in list_names():
        said = text_of(name)
        assert said.heads["title"] == name
        assert said.heads["origin"]


def test_every_condition_has_cells_in_its_example() -> None:
    for condition in CONDITIONS.values():
        assert condition.free_cells(parse_position(condition.example, GAME))


def test_conditions_that_turn_with_the_board_do() -> None:
    positions = [position for position in every_position(GAME) if position.outcome is None]
    turning = {name: condition for name, condition in CONDITIONS.items() if Rule(name).turns}
    for position in random.Random(1).sample(positions, 100):
        for turned in GAME.symmetries[1:]:
            image = position.image(turned)
            for name, condition in turning.items():
                moved = {turned[cell] for cell in condition.free_cells(position)}
                assert set(condition.free_cells(image)) == moved, (name, position)
    assert not {"first free", "block (first line)", "average of their edges"} & {*turning}
    assert not Rule("corner", ties="first").turns


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("win, blok", "no condition 'blok': did you mean 'block'"),
        ("win, if they hold the center two: any", "no limit 'if they hold the center two': did you mean 'if they hold"),
        ("xyzzy", "no condition 'xyzzy': expected one of win, block, "),
        ("# nothing", "a list of rules without a rule"),
        ("move 0: any", "no limit 'move 0'"),
    ],
)
def test_a_bad_list(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(StrategyError) as caught:
        load(f"rules: {text}")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    file = tmp_path / "mine.rules"
    file.write_text(text.replace(", ", "\n"))
    with pytest.raises(StrategyError) as caught:
        load(str(file))
    assert complaint in str(caught.value)


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sheet.rules"
    file.write_text("title: Our sheet\n1. move 1: corner first # begin\n\n2. win\n3) block, any\n")
    strategy = load(str(file))
    assert strategy.name == "Our sheet"
    assert consult(strategy, Position(GAME), NO_DICE).moves == (0,)
    file.write_text("win\nany\n")
    assert load(str(file)).name == "sheet"


def test_without_a_cell_it_loses_and_says_so() -> None:
    strategy = load("rules: win, centre")
    with refused("error.no-rule-counts", strategy="'rules: win, centre'"):
        consult(strategy, Position(GAME).play(4), NO_DICE)
    assert prove(strategy, GAME, Side.O).faults["illegal"].positions


def test_other_boards() -> None:
    """The centre of an even board is four cells; the ring is that of 3 by 3."""
    assert consult(load("rules: centre"), Position(Game(4, 4, 4)), NO_DICE).moves == (5, 6, 9, 10)
    assert consult(load("rules: side"), Position(Game(2, 3, 2)), NO_DICE).moves == (2, 3)
    assert consult(load("rules: corner ring"), Position(GAME), NO_DICE).moves == (0,)
    with refused("error.does-not-play-because", "error.on-333-alone", rule="'corner ring'"):
        require_support(load("rules: corner ring"), Game(4, 4, 4))


def test_what_the_page_says_beside_its_table() -> None:
    adjacent = CONDITIONS["adjacent corner"]
    for game in (Game(1, 4, 2), Game(4, 1, 2), Game(1, 1, 1)):
        assert not any(adjacent.free_cells(Position(game).play(cell)) for cell in range(game.cells) if game.cells > 1)
    halfway = [
        CONDITIONS["average of their edges"].free_cells(parse_position(text, GAME))
        for text in (".X./.O./.X.", "O../X.X/...")
    ]
    assert halfway == [(5,), (1,)]


def decided_by(rules: Rules, seat: str) -> list[int]:
    """Return in how many positions that come up each rule decides, counted without the library."""
    counts, seen, todo = [0] * len(rules), set[str](), ["." * 9]
    while todo:
        board = todo.pop()
        over = any(board[a] == board[b] == board[c] != "." for a, b, c in LINES) or "." not in board
        if over or board in seen:
            continue
        seen.add(board)
        me, choices = "X" if board.count(".") % 2 else "O", set(free(board))
        if me == seat:
            number, choices = decision(rules, board)
            if not number:
                continue
            counts[number - 1] += 1
        todo += [put(board, cell, me) for cell in choices]
    return counts


@pytest.mark.parametrize("seed", range(8))
def test_how_often_each_rule_decides(seed: int) -> None:
    rules = drawn(seed)
    text = written(rules)
    for side, proof in findings(RuleList.from_text(text), GAME).items():
        assert isinstance(proof, Proof)
        assert [count.positions for count in proof.rules] == decided_by(rules, side.value)
        assert [count.rule for count in proof.rules] == [str(rule) for rule in RuleList.from_text(text).rules]


def loses(names: Sequence[str], seats: Sequence[Side]) -> bool:
    return any(prove(RuleList.from_text(", ".join(names)), GAME, side).games.loss for side in seats)


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        pytest.param("win, block, corner, any", [Side.X], marks=pytest.mark.slow),
        ("block, block fork, corner ring, first free", [Side.X]),
    ],
)
def test_the_shortest_lists_are_those_of_every_list_proved(names: str, seats: list[Side]) -> None:
    rules = [Rule.from_text(name) for name in names.split(", ")]
    found = shortest(rules, GAME, seats)
    holding = list[tuple[str, ...]]()
    for length in range(1, len(rules) + 1):
        holding = [each for each in permutations(map(str, rules), length) if not loses(each, seats)]
        if holding:
            assert found.length == length
            break
    assert sorted(found.lists) == sorted(holding)


@pytest.mark.parametrize(
    ("game", "seats", "length", "lists"),
    [
        (GAME, [Side.X], 4, 21),
        (GAME, [Side.O], 6, 16),
        (GAME, [*Side], 6, 16),
        pytest.param(Game(4, 3, 3), [Side.X], 6, 16, marks=pytest.mark.slow),
    ],
)
def test_the_shortest_lists_of_the_usual_conditions(game: Game, seats: list[Side], length: int, lists: int) -> None:
    found = shortest(map(Rule.from_text, USUAL.split(", ")), game, seats)
    assert (found.length, len(found.lists)) == (length, lists)
    for side in seats:
        assert prove(RuleList.from_text(", ".join(found.lists[0])), game, side).never_loses


def test_a_search_for_the_shortest_list_ends_in_time() -> None:
    with pytest.raises(LimitExceeded, match="no shortest list within the limit"):
        shortest(map(Rule.from_text, USUAL.split(", ")), GAME, Side, seconds=0)


def test_each_change_of_a_list() -> None:
    whole = RuleList.from_text("win, block, any")
    found = {words: [str(rule) for rule in other.rules] for words, other in changed(whole)}
    assert found == {
        "without 1. win": ["block", "any"],
        "without 2. block": ["win", "any"],
        "without 3. any": ["win", "block"],
        "2. block before 1. win": ["block", "win", "any"],
        "3. any before 2. block": ["win", "any", "block"],
    }

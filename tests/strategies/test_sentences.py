"""Rules as people say them: what is read, what is refused, and that no word is passed over."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.errors import StrategyError
from noughts.players.player import Decision, Player, Strategy, consult
from noughts.prove import prove
from noughts.review.effect import effect_words
from noughts.strategies import registry
from noughts.strategies.registry import load
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import is_limit
from noughts.strategies.rules.list_text import list_names, text_of
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import RuleList
from noughts.strategies.rules.wordings import wordings
from noughts.testing import random_position
from noughts.words import Said
from tests.refusals import refused
from tests.witnesses import minimax

NEWELL_SIMON = "win, block, fork, block fork, centre, opposite corner, corner, side"


def read(text: str) -> str:
    return ", ".join(RuleList.from_text(text).rule_texts)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("If you can win, win", "win"),
        ("Play in the center, if it's open", "centre"),
        ("Block a double", "block fork"),
        ("play the opposite corner", "opposite corner"),
        ("Take the corner opposite yours", "opposite own corner"),
        ("pick a random move", "any"),
        ("Win > block > middle", "win, block, centre"),
        ("1. Win. 2. Block. 3. Middle.", "win, block, centre"),
        ("If you can win, do it; otherwise, if your opponent can win, block him.", "win, block"),
        ("If the player can win, win. If the player can win, block.", "win, block"),
        ("Check if you can win. Check if the opponent can win, and block him.", "win, block"),
        ("See if you can win. If so, do that. Otherwise, go to step 2.", "win"),
        ("If they hold the middle, take a corner", "if they hold the centre: corner"),
        (
            "On your second move, take a corner if the opponent has taken the center",
            "move 2: if they hold the centre: corner",
        ),
        ("Take the middle. If the middle is taken, take a corner.", "centre, corner"),
        ("win\nblock\nIf neither player can win, take the centre", "win, block, centre"),
        ("win, moving first: the middle, corner first, else anything", "win, moving first: centre, corner first, any"),
        ("Wenn du gewinnen kannst, gewinne; sonst blockiere den Gegner, dann nimm die Mitte", "win, block, centre"),
        ("Mach eine Gabel. Verhindere eine Gabel des Gegners.", "fork, block fork"),
    ],
)
def test_what_is_read(text: str, rules: str) -> None:
    assert read(text) == rules


def test_the_form_with_explanations() -> None:
    text = """
        1. Win: If the player has two in a row, they can place a third to get three in a row.
        2. Block: If the opponent has two in a row, the player must play the third to block the opponent.
        3. Fork: Create an opportunity where you can win in two ways.
        4. Block the opponent's fork
        5. Center: A player marks the center.
        6. Opposite corner: If the opponent is in a corner, play the opposite corner.
        7. Empty corner: Play in a corner square.
        8. Empty side: Play in a middle square on any of the four sides.
    """
    assert read(text) == NEWELL_SIMON


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("don't take the centre", ["error.no-rule", "hint.rule-negated"]),
        ("take a corner unless the centre is free", ["error.no-rule", "hint.rule-negated"]),
        ("take the purple centre", ["error.no-rule", "hint.unknown-word:'purple'", "hint.did-you-mean:'centre'"]),
        ("If you can win, block. Take the middle.", ["error.rule-asks:'win'"]),
        ("take the centre or a corner", ["error.no-rule:'take the centre or a corner'"]),
        ("corner, if they hold the centre, side", ["error.rule-ambiguous:'corner, if they hold the centre: side'"]),
        ("If I hold a corner, take the opposite corner", ["error.rule-ambiguous:'opposite own corner'"]),
        ("Start in a corner", ["error.rule-ambiguous:'move 1: corner'"]),
        ("If the player can win, do it", ["error.rule-ambiguous:'block'"]),
        ("If the middle is taken, take a corner", ["error.rule-passed:'centre'"]),
        ("Win: take a corner", ["error.rule-explained:'corner'"]),
        ("Block the opponent's fork:\nmake a threat", ["error.rule-announces:'block fork'"]),
        ("Take the middle (if nobody is there)", ["error.no-rule", "hint.rule-remark"]),
        ("win\nIf so, take a corner", ["error.rule-refers"]),
        ("win. go to step 7", ["error.rule-onward:2"]),
        ("If they hold the centre", ["error.rule-without-move"]),
        ("Take the corner opposite their first move", ["error.no-rule"]),  # not at the first move, one opposite to any
        ("If they start in a corner, take the middle", ["error.no-rule"]),  # they may hold one that they took later
        ("If you can take a corner, take the middle", ["error.no-rule:'If you can take a corner'"]),
        ("then, ".join(["take the middle, "] * 201), ["error.many-rules:200"]),
    ],
)
def test_what_is_refused(text: str, kinds: list[str]) -> None:
    with refused(*kinds) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_a_list_is_the_same_however_it_was_said() -> None:
    said = load("rules: If you can win, win; block the enemy; take the middle; take a corner; play anywhere")
    plain = load("rules: win, block, centre, corner, any")
    assert (said, said.name) == (plain, plain.name)
    assert prove(said, Game(3, 3, 3), Side.O).games == prove(plain, Game(3, 3, 3), Side.O).games


def test_it_says_how_it_read_each_rule() -> None:
    assert load("rules: If you can win, win; block; take the middle").notes.read_as == (
        "1. If you can win, win = win (completes a line)\n3. take the middle = centre (takes the middle)"
    )
    assert load("rules: win, Block").notes.read_as == ""
    for name in list_names():
        assert {words for _, words in text_of(name).read({})} == {""}


def test_each_condition_and_limit_is_read_by_its_own_name() -> None:
    for condition in CONDITIONS:
        assert read(condition) == condition
    for table in (wordings().moves, wordings().answers, wordings().asked, wordings().implied):
        assert {str(Rule.from_text(key)) for keys in table.values() for key in keys - {"*"}}
    assert all(is_limit(key) for keys in wordings().limits.values() for key in keys)
    assert all(Rule.from_text(one) for keys in wordings().passed.values() for key in keys for one in key.split(", "))


def test_each_word_has_one_normal_form() -> None:
    rows = wordings().tables["words"].items()
    words = [word for _, row in rows for word in row.split()]
    assert len(words) == len({*words})


# Changed texts: a word more, a "not", words of two rules exchanged.

LISTS = (
    ("If you can win, win", "If your opponent can win, block him", "Take the centre", "Take a corner", "Take a side"),
    ("Win if possible", "Block the enemy", "Create a fork", "Block a fork", "Play in the middle", "Play anywhere"),
    ("Win: if you have two in a row, play the third", "Block", "Take the opposite corner", "Choose an empty corner"),
    ("Check if you can win", "If there is a fork, take it", "If they hold the centre, take a corner", "Take any edge"),
    (
        "On your first move, take a corner",
        "If the middle is free, take it",
        "Take the corner opposite yours",
        "Pick a side",
    ),
    ("win", "block", "centre", "if they hold two opposite corners: side", "corner", "any"),
)
MEANINGLESS = (  # which no list says
    *("not", "never", "don't", "unless", "without"),
    *("only", "twice", "purple", "half", "after", "before", "somewhere", "second-best", "because", "(", "7", "or"),
)
ADDED = (
    *MEANINGLESS,
    *(
        "corner",
        "centre",
        "side",
        "opposite",
        "fork",
        "block",
        "win",
        "own",
        "their",
        "they",
        "two",
        "third",
        "any",
        "next",
    ),
)
PLACES = {"centre": r"centre|middle", "corner": "corner", "side": "side|edge", "opposite": "opposite", "fork": "fork"}


def consistent(line: str, rules: str) -> bool:
    """Whether a line speaks of the places that its rules have, and of blocks if they block: told by the bare words."""
    line = re.sub(r"(centre|middle) (side|edge)|(side|edge) (centre|middle)", "side", line.lower())
    same = all(bool(re.search(words, line)) == (place in rules) for place, words in PLACES.items())
    stops = "block" in line or line.startswith("check if they can win")
    return same and stops == ("block" in rules) and ("win" in line or "win" not in rules)


def changes(rng: random.Random, count: int) -> Iterator[tuple[str, list[str]]]:
    """Yield lists with a change, and the word that was added: half of them have none, but two words exchanged."""
    for _ in range(count // 2):
        lines = list(rng.choice(LISTS))
        at, word = rng.randrange(len(lines)), rng.choice(ADDED)
        words = lines[at].split()
        words.insert(rng.randint(0, len(words)), word)
        lines[at] = " ".join(words)
        yield word, lines
    for _ in range(count // 2):
        lines = list(rng.choice(LISTS))
        one, other = rng.sample(range(len(lines)), 2)
        mine, yours = lines[one].split(), lines[other].split()
        i, j = rng.randrange(len(mine)), rng.randrange(len(yours))
        mine[i], yours[j] = yours[j], mine[i]
        lines[one], lines[other] = " ".join(mine), " ".join(yours)
        yield "", lines


@pytest.mark.parametrize("count", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_change_is_passed_over(count: int) -> None:
    """A changed list is refused, or read as what its words say now."""
    for unchanged in LISTS:
        assert all(map(consistent, unchanged, map(read, unchanged))), unchanged
    refused = kept = 0
    for word, lines in changes(random.Random(1), count):
        try:
            rules = [read(line) for line in lines]
        except StrategyError:
            refused += 1
            continue
        kept += 1
        assert word not in MEANINGLESS, lines
        assert all(map(consistent, lines, rules)), (lines, rules)
    assert refused > count / 2
    assert kept > count / 50


BOARDS = [
    Game(3, 3, 3),
    Game(4, 3, 3),
    Game(7, 6, 4),
    Game(15, 15, 5),
    Game(5, 5, 4, exact=True),
    Game(7, 6, 4, gravity=True),
]
OPTIONS = ["paths:level=easy", "paths:level=medium", "search:plain=on,nodes=100,slips=0.5", "search:nodes=500"]
NOISE = re.compile(r"\d\.\d|score|bead|node|[-+]\d", re.IGNORECASE)


def positions(strategy: Strategy, game: Game) -> Iterator[Position]:
    """Yield positions of some random games; few and late ones for a strategy that takes long."""
    slow = game.cells > 9 and strategy.name in ("perfect", "sharp")
    for seed in range(6):
        plies = game.cells - 1 - seed if slow else random.Random(seed).randrange(game.cells // 2)
        yield random_position(game, random.Random(seed), plies)


@pytest.mark.parametrize("spec", [*registry.SHIPPED, *OPTIONS])
def test_a_reason_has_no_numbers_that_say_nothing_to_a_player(spec: str) -> None:
    strategy = registry.load(spec)
    for game in BOARDS:
        small = game.cells <= 12 or strategy.name not in ("perfect", "sharp")
        for position in positions(strategy, game) if small and strategy.supports(game) else ():
            decision = consult(strategy, position, random.Random(0))
            reason = str(decision.reason)
            assert reason
            assert not NOISE.search(reason), (spec, str(position))
            assert not reason.endswith(".")
            assert isinstance(decision.reason, Said), "it has one language"
            assert str(decision.saw) or decision.passed is not None or decision.scores is None, (spec, str(position))


# What a reason says of the board, by the stones alone.

LEVELS = [
    (Game(3, 3, 3), 12),
    (Game(4, 4, 4), 4),
    (Game(6, 5, 4), 4),
    (Game(15, 15, 5), 1),
    (Game(4, 4, 4, gravity=True), 1),
]
NO_CHOICE = ("reason.last-free", "reason.dead", "reason.wins-in", "reason.loses-late")  # all moves are alike
NAMES = re.compile(r"\b[a-z]\d{1,2}\b|^\d+\. ")  # a cell, a line by its ends, or a rule


def cells_between(game: Game, ends: str) -> set[int]:
    """Return the cells of a line, by its ends `a1-c3`."""
    first, _, last = ends.partition("-")
    (row, column), (end_row, end_column) = (divmod(parse_cell(game, name), game.m) for name in (first, last or first))
    steps = max(abs(end_row - row), abs(end_column - column), 1)
    down, right = (end_row - row) // steps, (end_column - column) // steps
    return {(row + step * down) * game.m + column + step * right for step in range(game.k)}


def any_open(position: Position, move: int) -> bool:
    """Return whether a line through a cell has no stones of both sides."""
    lines = [line for line in position.game.lines if move in line]
    return any({*map(position.stone, line)} - {None} != {*Side} for line in lines)


def is_true(said: Said, position: Position, move: int) -> bool:
    """Return whether what a reason says of lines and cells is so."""
    game, kind, values = position.game, said.kind.removeprefix("reason."), said.values
    held = {side: {cell for cell in range(game.cells) if position.stone(cell) is side} for side in Side}
    stones = {"own": held[position.side], "theirs": held[position.side.opponent]}
    if kind in ("complete", "worth-complete"):
        return cells_between(game, values["line"]) - {move} <= stones["own"]
    if kind in ("block", "lost", "worth-stop"):
        return cells_between(game, values["line"]) - {move} <= stones["theirs"]
    if kind == "slip-overlooks":
        line = cells_between(game, values["line"])
        return move not in line and len(line & stones["theirs"]) == game.k - 1
    if kind == "slip-level":
        return parse_cell(game, values["cell"]) != move
    if kind.startswith("ahead"):
        after = [minimax(position.play(cell)).parent() for cell in position.legal_moves]
        losing = {
            cell: value.distance
            for cell, value in zip(position.legal_moves, after, strict=True)
            if value.result < 0 and value.distance <= values["plies"]
        }
        lost = losing.get(parse_cell(game, values["cell"])) == values["count"] if kind == "ahead-not" else True
        line = values["why"].values.get("line")
        is_on = move in cells_between(game, line) if line else not any_open(position, move)
        return is_on and move not in losing and lost
    if kind.startswith(("worth-", "begun-", "open-")):
        return move in cells_between(game, values["line"])
    if kind == "looks-begins":
        line = cells_between(game, values["own"])
        return move in line and not line & (stones["own"] | stones["theirs"])
    if kind.startswith("looks-adds"):
        line = cells_between(game, values["own"])
        return move in line and bool(line & stones["own"]) and not line & stones["theirs"]
    if kind.startswith("looks-takes"):
        line = cells_between(game, values["theirs"])
        return move in line and bool(line & stones["theirs"]) and not line & stones["own"]
    if kind.endswith("-not") or kind == "draws-traps-fewer":
        worse, found = (minimax(position.play(cell)).parent() for cell in (parse_cell(game, values["cell"]), move))
        return (worse == found) if kind == "draws-traps-fewer" else worse < found
    return True


@pytest.mark.parametrize(("game", "share"), LEVELS, ids=str)
def test_the_levels_say_what_is_so_and_name_what_they_speak_of(game: Game, share: int, full: bool) -> None:
    """In games of all levels against each other: fewer than 5 % of the reasons name no cell, no line and no rule, where
    there is a choice that matters."""
    players = {name: registry.load(spec) for name, spec in registry.levels(game).items() if "seconds" not in spec}
    rng, count, unnamed = random.Random(str(game)), 0, Counter[str]()
    for _ in range(share * (2 if full else 1)):
        for x, o in permutations(players.values(), 2):
            for position, decision in played(x, o, game, rng):
                assert isinstance(decision.reason, Said)
                assert is_true(decision.reason, position, decision.moves[0]), (str(position), decision)
                does = effect_words(position, decision.moves[0])
                if decision.reason.kind in NO_CHOICE or "no line" in str(decision.reason):
                    continue
                count += 1
                unnamed[decision.reason.kind] += not NAMES.search(f"{decision.reason} {does}")
    assert count > 50
    assert unnamed.total() < 0.05 * count, unnamed


def played(x: Player, o: Player, game: Game, rng: random.Random) -> Iterator[tuple[Position, Decision]]:
    """Yield the positions of a game with the decisions made there."""
    position = Position(game)
    while position.outcome is None:
        decision = consult(x if position.side is Side.X else o, position, rng)
        yield position, decision
        position = position.play(decision.choose(rng))

"""The reasons of all strategies: a player's words, with the numbers apart."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.players.player import Decision, Player, Strategy, consult
from noughts.review.effect import effect_words
from noughts.strategies import registry
from noughts.testing import random_position
from noughts.words import Said
from tests.witnesses import minimax

BOARDS = [Game(3, 3, 3), Game(4, 3, 3), Game(7, 6, 4), Game(15, 15, 5), Game(5, 5, 4, exact=True)]
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

LEVELS = [(Game(3, 3, 3), 12), (Game(4, 4, 4), 4), (Game(6, 5, 4), 4), (Game(15, 15, 5), 1)]
NO_CHOICE = ("reason.last-free", "reason.dead")
NAMES = re.compile(r"\b[a-z]\d{1,2}\b|^\d+\. ")  # a cell, a line by its ends, or a rule


def cells_between(game: Game, ends: str) -> set[int]:
    """Return the cells of a line, by its ends `a1-c3`."""
    first, _, last = ends.partition("-")
    (row, column), (end_row, end_column) = (divmod(parse_cell(game, name), game.m) for name in (first, last or first))
    steps = max(abs(end_row - row), abs(end_column - column), 1)
    down, right = (end_row - row) // steps, (end_column - column) // steps
    return {(row + step * down) * game.m + column + step * right for step in range(game.k)}


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
                if decision.reason.kind in NO_CHOICE:
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

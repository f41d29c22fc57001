"""The page's own rules (`static/rules.ts`), run by node, against those of `noughts.core`."""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from typing import Any

import pytest

from noughts.core.game import Game, mask_of
from noughts.core.position import Position
from noughts.errors import GameError
from tests.web.page_modules import needs_node, run_on_modules

SCRIPT = """
import { readFileSync } from "node:fs";
Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });
globalThis.document = { documentElement: { dataset: {} } };
globalThis.fetch = async () => ({ json: async () => ({ sentences: {} }) });
const rules = await import("./rules.ts");
const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = asked.map(([name, game, ...more]) => {
  const given = name === "parseGame" ? game : rules.parseGame(game);
  return rules[name](given, ...more) ?? null;
});
console.log(JSON.stringify(answers));
"""
OPTIONS = [*map("".join, product(("", "-gravity"), ("", "-misere"), ("", "-exact")))]
GAMES = [
    Game.from_text(size + options)
    for size in ["3,3,3", "4,3,3", "3,5,4", "4,4,2", "5,1,3", "2,2,1", "26,2,5", "6,6,4"]
    for options in OPTIONS
]
GAMES_OF_EACH = 4

pytestmark = [
    pytest.mark.gate,
    needs_node,
]


def answers(asked: list[list[Any]]) -> list[Any]:
    """Return what the functions of the page answer: each question is a function, a game, and further arguments."""
    found: list[Any] = json.loads(run_on_modules(SCRIPT, given=json.dumps(asked)))
    return found


def text_of(game: Game) -> str:
    """Return a game as an address of the page has it."""
    return str(game)


def positions(game: Game) -> Iterator[tuple[Position, list[str]]]:
    """Yield the positions of some random games, each with its moves."""
    chance = random.Random(text_of(game))
    for _ in range(GAMES_OF_EACH):
        position, moves = Position(game), list[str]()
        yield position, moves
        while position.outcome is None:
            move = chance.choice(position.legal_moves)
            position, moves = position.play(move), [*moves, game.name(move)]
            yield position, moves


def stones(position: Position) -> list[str | None]:
    """Return what lies in each cell, as the page has it."""
    sides = map(position.stone, range(position.game.cells))
    return [side and str(side) for side in sides]


@pytest.fixture(scope="module")
def played() -> list[tuple[Position, list[str]]]:
    """Positions of all games: those in which the game is on, won ones and drawn ones."""
    found = [each for game in GAMES for each in positions(game)]
    outcomes = {position.outcome and str(position.outcome.winner) for position, _ in found}
    assert outcomes == {None, "None", "X", "O"}
    return found


def test_games() -> None:
    texts = [
        f"{m},{n},{k}{end}"
        for m in (0, 1, 3, 26, 27)
        for n in (1, 4, 26)
        for k in (0, 1, 3, 4, 5)
        for end in ("", "-exact", "-misere-gravity", "-exact-exact", "-heavy", " - Gravity")
    ] + ["connect-four", " Tic-Tac-Toe", "connect-five"]
    expected: list[dict[str, int] | None] = []
    for text in texts:
        try:
            expected.append(asdict(Game.from_text(text)))
        except GameError:
            expected.append(None)
    assert answers([["parseGame", text] for text in texts]) == expected
    assert answers([["gameText", str(game)] for game in GAMES]) == [*map(str, GAMES)]


def test_cells() -> None:
    cells = [(game, cell) for game in GAMES for cell in range(game.cells)]
    assert answers([["cellName", text_of(game), cell] for game, cell in cells]) == [
        game.name(cell) for game, cell in cells
    ]
    assert answers([["parseCell", text_of(game), game.name(cell)] for game, cell in cells]) == [
        cell for _, cell in cells
    ]


def test_positions(played: list[tuple[Position, list[str]]]) -> None:
    """Moves lead to the stones of Python, and texts are the same both ways."""
    asked = [text_of(position.game) for position, _ in played]
    shown = [stones(position) for position, _ in played]
    after = answers([["stonesAfter", game, moves] for game, (_, moves) in zip(asked, played, strict=True)])
    assert after == shown
    texts = answers([["positionText", game, each] for game, each in zip(asked, shown, strict=True)])
    assert texts == [str(position) for position, _ in played]
    assert answers([["parsePosition", game, text] for game, text in zip(asked, texts, strict=True)]) == shown


def test_outcomes(played: list[tuple[Position, list[str]]]) -> None:
    """A line is completed where Python says so, by one of its lines; else none."""
    found = answers([["outcomeOf", text_of(position.game), stones(position)] for position, _ in played])
    for (position, _), outcome in zip(played, found, strict=True):
        winner = position.outcome and position.outcome.winner
        assert (outcome["winner"], outcome["over"]) == (winner and str(winner), position.outcome is not None), position
        assert (outcome["line"] is not None) == (winner is not None), position
        if outcome["line"]:
            assert position.game.has_line(mask_of(tuple(outcome["line"])))
            assert len({position.stone(cell) for cell in outcome["line"]}) == 1


def test_legal_moves(played: list[tuple[Position, list[str]]]) -> None:
    """The moves of a game are legal; so are they with one more where Python lets it be played, and else not."""
    chance = random.Random(0)
    asked, expected = [], []
    for position, moves in played:
        cell = chance.randrange(position.game.cells)
        asked.append(["legal", text_of(position.game), [*moves, position.game.name(cell)]])
        expected.append(cell in position.legal_moves)
    assert {True, False} == set(expected)
    assert answers(asked) == expected

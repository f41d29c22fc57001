"""What a move does to the lines, held against the rules once more, as slowly and as plainly as can be."""

import random
from typing import get_args

import pytest
from hypothesis import given

from noughts.core.game import Game, Moves
from noughts.core.notation import parse_cell, parse_position
from noughts.core.position import Position, completes, completions
from noughts.review.effect import EffectKind, MoveEffect, effect_of, effect_words
from tests.core import brute


def completing(rows: brute.Rows, game: Game, mark: str) -> list[int]:
    """Return the cells that can be played now and on which a mark completes a line."""
    free = brute.moves(rows, game)
    return [cell for cell in free if brute.has_line(brute.with_mark(rows, cell, mark), game, mark)]


def can_still_win(rows: brute.Rows, game: Game, mark: str, cell: int) -> int:
    """Return on how many lines through a cell a mark can still win: filled with it alone, they are a row of k."""
    taken = set(brute.stones(rows, "O" if mark == "X" else "X"))
    blank = ("." * game.m,) * game.n
    count = 0
    for line in game.lines:
        if cell in line and not taken & set(line):
            with_line = blank
            for each in {*line, *(brute.stones(rows, mark) if game.exact else ())}:
                with_line = brute.with_mark(with_line, each, mark)
            count += brute.has_line(with_line, game, mark) and _alone(with_line, game, mark, line)
    return count


def _alone(rows: brute.Rows, game: Game, mark: str, line: tuple[int, ...]) -> bool:
    """Return whether in an exact game the cells that would make a line longer have another mark, or none."""
    step = line[1] - line[0] if len(line) > 1 else 0
    if not game.exact or not step:
        return True
    marks = "".join(rows)
    for end, beyond in ((line[0], line[0] - step), (line[-1], line[-1] + step)):
        near = abs(end % game.m - beyond % game.m) <= 1 and 0 <= beyond < game.cells
        if near and marks[beyond] == mark:
            return False
    return True


def witness(position: Position, move: int) -> MoveEffect:
    """Return what a move does, from the rules alone."""

    def effect(kind: EffectKind, stops: bool = False, cells: tuple[int, ...] = (), count: int = 0) -> MoveEffect:
        return MoveEffect(kind, stops, Moves(game, cells), count)

    game, rows, mark, other = position.game, brute.rows_of(position), str(position.side), str(position.side.opponent)
    after = brute.with_mark(rows, move, mark)
    if brute.has_line(after, game, mark):
        return effect("wins")
    dangers = completing(rows, game, other)
    left = tuple(cell for cell in dangers if cell != move)
    if move in dangers and left:
        return effect("stops-but-lost", True, left)
    threats, ready = completing(after, game, mark), completing(rows, game, mark)
    made = tuple(cell for cell in threats if cell not in ready)
    if not left and (len(made) > 1 or (made and len(threats) == 1)):
        return effect("threats" if len(made) > 1 else "threat", move in dangers, made)
    if move in dangers:
        return effect("stops", True)
    if not left and len(completing(brute.with_mark(rows, move, other), game, other)) > 1:
        return effect("takes-their-fork")
    count = can_still_win(rows, game, mark, move)
    return effect("lines" if count else "nothing", count=count)


BOARDS = [
    Game(3, 3, 3),
    Game(4, 4, 3),
    Game(5, 4, 4),
    Game(4, 2, 2),
    Game(6, 5, 3, exact=True),
    Game(7, 6, 4),
    Game(3, 3, 1),
]


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_the_rules_say_the_same(game: Game) -> None:
    rng = random.Random(str(game))
    seen = set[str]()
    for _ in range(20):
        for position in brute.played(game, rng)[:-1][::3]:
            move = rng.choice(position.legal_moves)
            found = effect_of(position, move)
            assert found == witness(position, move), (position, move)
            seen.add(found.kind)
    assert len(seen) >= {1: 1, 2: 3}.get(game.k, 6)


@given(brute.positions(most=7))
def test_completions_are_cells_that_complete_a_line(position: Position) -> None:
    if position.outcome is None:
        free, rows = position.legal_moves, brute.rows_of(position)
        for mark, stones in (("X", position.x), ("O", position.o)):
            found = completions(position, stones)
            assert found == tuple(completing(rows, position.game, mark))
            assert found == tuple(cell for cell in free if completes(position.game, stones, cell))


SENTENCES: dict[EffectKind, list[tuple[str, str, str, str]]] = {
    "wins": [
        ("3,3,3", "XX./OO./...", "c1", "It wins: 3 in a row."),
        ("4,2,3-exact", "XX../OO..", "c1", "It wins: exactly 3 in a row."),
    ],
    "loses": [
        ("3,3,3-misere", "XX./OO./...", "c1", "It completes 3 in a row, and loses."),
        ("4,2,3-misere-exact", "XX../OO..", "c1", "It completes exactly 3 in a row, and loses."),
    ],
    "gives": [("4,2,2-gravity", "..../XO..", "c2", "It lets O complete 2 in a row at c1.")],
    "stops-but-lost": [("3,3,3", "X.X/O../X.O", "b1", "It stops one line, but X can complete another.")],
    "threats": [
        ("3,3,3", "X../.O./O.X", "c1", "It stops 3 in a row, and makes two threats at once: b1, c2."),
        ("5,5,3", "...../.X.../...../...../....O", "b3", "It makes two threats at once: b1, b4."),
        ("5,5,3", "X...X/....O/O..../...../.OX..", "c3", "It makes 3 threats at once: b2, d2, c4."),
    ],
    "threat": [
        ("3,3,3", "XX./.O./...", "c1", "It stops 3 in a row, and makes a threat: X must answer at a3."),
        ("3,3,3", "X../.../..O", "c1", "It makes a threat: O must answer at b1."),
        ("10,1,3-exact", "XX...XO.OO", "d1", "It makes a threat: O must answer at e1."),
    ],
    "stops": [("3,3,3", "XO./.X./...", "c3", "It stops 3 in a row.")],
    "takes-their-fork": [
        ("4,4,3", "X.../..../.X../...O", "b1", "It takes the cell where X could make two threats at once."),
        ("3,3,3", "XX./O../..O", "c2", "It takes the cell where O could make two threats at once."),
    ],
    "lines": [
        ("3,3,3", ".../.../...", "b2", ""),
        ("3,3,3", ".../.X./...", "b1", ""),
        ("3,3,3", "XX./O../...", "c3", ""),  # a threat that X does not answer, but wins
    ],
    "nothing": [("3,3,3", "XOX/XOO/OX.", "c3", "")],
}


@pytest.mark.parametrize("kind", get_args(EffectKind))
def test_sentences(kind: EffectKind) -> None:
    for game, board, cell, sentence in SENTENCES[kind]:
        position = parse_position(board, Game.from_text(game))
        move = parse_cell(position.game, cell)
        assert effect_words(position, move) == sentence
        assert effect_of(position, move).kind == kind

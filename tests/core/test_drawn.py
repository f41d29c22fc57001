"""Boards as they come from elsewhere, in styles drawn by chance: each is read back as the position that was written."""

import json
import random
from collections.abc import Callable

import pytest

from noughts.core.game import Game
from noughts.core.notation import STANDARD, parse_cell, parse_position
from noughts.core.position import Position, Side
from noughts.errors import NoughtsError
from tests.core.brute import Rows, rows_of

Style = Callable[[Rows, random.Random], str]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def marked(rows: Rows, x: str, o: str, free: str) -> list[list[str]]:
    return [[{"X": x, "O": o, ".": free}[mark] for mark in row] for row in rows]


def joined(rows: list[list[str]], rng: random.Random) -> str:
    """Cells beside each other: blanks, bars with or without a rule between the rows."""
    gap = rng.choice([" ", "  ", " | ", "|"])
    width = max(len(mark) for row in rows for mark in row)
    rule = rng.choice(["", "---+---+---\n"]) if "|" in gap else ""
    end = rng.choice(["\n", "\r\n"])
    return f"{end}{rule}".join(gap.join(mark.rjust(width) for mark in row) for row in rows)


def digits(first: int) -> Style:
    def drawn(rows: Rows, rng: random.Random) -> str:
        width = len(rows[0])
        return joined(
            [
                [str(first + row * width + column) if mark == "." else mark for column, mark in enumerate(marks)]
                for row, marks in enumerate(rows)
            ],
            rng,
        )

    return drawn


def pairs(x: str, o: str, *free: str) -> Style:
    return lambda rows, rng: joined(marked(rows, x, o, rng.choice(free)), rng)


def lists(x: object, o: object, *free: object) -> Style:
    def drawn(rows: Rows, rng: random.Random) -> str:
        blank = rng.choice(free)
        board = [[{"X": x, "O": o, ".": blank}[mark] for mark in row] for row in rows]
        shown = board if rng.random() < 0.5 else [mark for row in board for mark in row]
        return json.dumps(shown) if rng.random() < 0.5 else str(shown)

    return drawn


def numpy(x: str, o: str) -> Style:
    def drawn(rows: Rows, rng: random.Random) -> str:
        lines = [" ".join(mark.rjust(2) for mark in row) for row in marked(rows, x, o, "0")]
        return "[" + "\n ".join(f"[{line}]" for line in lines) + "]"

    return drawn


def labelled(rows: Rows, rng: random.Random) -> str:
    """Rows with numbers at a side, counted from the top or from the bottom, columns with letters or numbers. The row
    that is called 1 is the first of the board."""
    x, o, free = rng.choice([("X", "O", "."), ("x", "o", "-"), ("B", "W", "."), ("●", "○", "·")])
    lines = [" ".join(row) for row in marked(rows, x, o, free)]
    side = rng.choice(["left", "right"])
    lines = [f"{at} {line}" if side == "left" else f"{line} {at}" for at, line in enumerate(lines, 1)]
    if rng.random() < 0.5:
        lines.reverse()
    names = [*LETTERS] if rng.random() < 0.7 else [*map(str, range(1, 27))]
    header = f"  {' '.join(names[: len(rows[0])])}"
    return "\n".join([header, *lines] if rng.random() < 0.5 else [*lines, header])


STYLES: dict[str, Style] = {
    "digits from 1": digits(1),
    "digits from 0": digits(0),
    "1 and -1": pairs("1", "-1", "0"),
    "1 and 2": pairs("1", "2", "0"),
    "Black and White": pairs("B", "W", ".", "_", "-", "*", "+"),
    "small black and white": pairs("b", "w", ".", "_", "-"),
    "stones": pairs("●", "○", "·", "+", "."),
    "crosses and circles": pairs("✕", "○", ".", "_", "-", "□"),
    "emoji": pairs("❌", "⭕", "⬜", "◻️"),
    "stars": pairs("X", "O", "*", "~"),
    "lists of letters": lists("X", "O", "", " ", None, ".", "_"),
    "lists of numbers": lists(1, -1, 0),
    "lists of 1 and 2": lists(1, 2, 0),
    "NumPy": numpy("1", "-1"),
    "NumPy, 1 and 2": numpy("1", "2"),
    "labels": labelled,
}
GAMES = [STANDARD, STANDARD, Game(4, 3, 3), Game(4, 4, 3), Game(5, 5, 4), Game(7, 6, 4), Game(15, 15, 5)]


def a_position(rng: random.Random) -> Position:
    position = Position(rng.choice(GAMES))
    for _ in range(rng.randrange(min(position.game.cells, 12) + 1)):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("count", [40, pytest.param(640, marks=pytest.mark.slow)])
def test_drawings_by_chance(style: str, count: int) -> None:
    rng = random.Random(style)
    for _ in range(count):
        position = a_position(rng)
        if style == "digits from 0" and position.empty == 1:
            continue  # a lone 0 may be a circle
        text = STYLES[style](rows_of(position), rng)
        assert parse_position(text, position.game) == position, text


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("X 2 O\n4 X 6\n7 8 O", "X.O/.X./..O"),
        ("1 2 3\n4 5 6\n7 8 9", ".../.../..."),
        ("0 1 X\n3 O 5\n6 7 8", "..X/.O./..."),
        (" 1 | 2 | X\n---+---+---\n 4 | O | 6\n---+---+---\n 7 | 8 | 9", "..X/.O./..."),
        ("[['X', ' ', 'O'], [' ', 'X', ' '], [' ', ' ', 'O']]", "X.O/.X./..O"),
        ('["X", null, "O", null, "X", null, null, null, "O"]', "X.O/.X./..O"),
        ("[1, 0, -1, 0, 1, 0, 0, 0, -1]", "X.O/.X./..O"),
        ("['X', 2, 'O', 4, 'X', 6, 7, 8, 'O']", "X.O/.X./..O"),
        ("[[ 1  0 -1]\n [ 0  1  0]\n [ 0  0 -1]]", "X.O/.X./..O"),
        ("1 0 2\n0 1 0\n0 0 2", "X.O/.X./..O"),
        ("B . W\n. B .\n. . W", "X.O/.X./..O"),
        ("❌⬜⭕\n⬜❌⬜\n⬜⬜⭕", "X.O/.X./..O"),
        ("X * O\n* X *\n* * O", "X.O/.X./..O"),
        ("3 X O X\n2 . X .\n1 O . O\n  a b c", "O.O/.X./XOX"),
        ("X O X 3\n. X . 2\nO . O 1\na b c", "O.O/.X./XOX"),
        ('["X.O", ".X.", "..O"]', "X.O/.X./..O"),
        ("[[1.0, 0.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]", "X.O/.X./..O"),
        ("  0 1 2\n0 X . O\n1 . X .\n2 . . O", "X.O/.X./..O"),
    ],
)
def test_drawings_of_one_position(text: str, board: str) -> None:
    assert str(parse_position(text)) == board


def test_labels_name_the_cells_of_the_drawing() -> None:
    """In a drawing that counts from below, b3 is the free cell of its last row, and b1 is in its bottom row."""
    drawn = parse_position("3 . O X\n2 . X .\n1 O . X\n  a b c")
    assert drawn.stone(parse_cell(drawn.game, "b3")) is Side.O
    assert drawn.stone(parse_cell(drawn.game, "b1")) is None


@pytest.mark.parametrize(
    "text",
    [
        "X 3 O\n4 X 6\n7 8 O",  # 3 is not the number of its cell
        "A . B\n. A .\n. . B",
        "1 0 .\n. 1 .\n. . 0",  # is 0 a stone, or a free cell?
        "X ● O\n. X .\n. . O",
        "[['X', 'O'], 'X']",
        "[1, 2, 3, 4]",
        "{'a': 1}",
        "__import__('os')",
        "[" * 5000,
        "0..\n...\n...",  # a circle, and no position
        "0 X .\nO . .\n. . .",
        "[['0', '', ''], ['', 'X', ''], ['', '', '']]",  # the two ways to write a free cell are not mixed
        "[[1, null, null], [null, null, null], [null, null, null]]",
        "1 2 .\n. . .\n. . .",
        "[[False, None, None], [None, None, None], [None, None, None]]",
        "0 2 1 0\n1 0 0 2\n2 0 1 0",  # 4 columns: the first is no list of names
        "[[],[],[]]",
        "① ② ③\n④ X ⑥\n⑦ ⑧ O",
        "² X O\n² X O\n² O X",
        "1" * 5000 + " X\n" + "1" * 5000 + " O",
        "[0x" + "f" * 5000 + "]",
        "|" + "-" * 19_900 + "x",
        "1_x--------",
    ],
)
def test_what_is_not_certain_is_refused(text: str) -> None:
    with pytest.raises(NoughtsError) as refused:
        parse_position(text)
    assert "\n" not in str(refused.value)

"""Boards as they come from elsewhere: each is read back as the position that was written, or refused."""

import json
import random
import re
import string
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board_text.position_text import parse_position, read_board
from noughts.core.game import Game
from noughts.core.notation import STANDARD, diagram
from noughts.core.position import Position, Side
from noughts.errors import GameError, InvalidPositionError, NotationError, NoughtsError
from tests.core.brute import Rows, attempt, games, positions, rows_of
from tests.refusals import refused

WIDE = Game(4, 3, 3)


# Positions: each printer writes the rows of a board as somebody out there does


def barred(rows: Rows, free: str, rule: str, edge: str = "") -> str:
    lines = [edge + "|".join(f" {mark} ".replace(".", free) for mark in row) + edge for row in rows]
    return f"\n{rule}\n".join(lines)


def boxed(rows: Rows) -> str:
    width = len(rows[0])
    lines = ["│" + "│".join(f" {mark} ".replace(".", " ") for mark in row) + "│" for row in rows]
    between = "\n├" + "┼".join(["───"] * width) + "┤\n"
    return "┌" + "┬".join(["───"] * width) + "┐\n" + between.join(lines) + "\n└" + "┴".join(["───"] * width) + "┘"


def numbered(rows: Rows) -> str:
    header = "    " + "   ".join(string.ascii_uppercase[: len(rows[0])])
    return "\n".join([header, *(f"{row:2d}| {' | '.join(marks)}" for row, marks in enumerate(rows, 1))])


PRINTERS: dict[str, Callable[[Rows], str]] = {
    "slashes": "/".join,
    "slashes and blanks": lambda rows: " / ".join(" ".join(row) for row in rows),
    "small letters": lambda rows: "/".join(rows).lower(),
    "bare": "".join,
    "bare and spaced": lambda rows: " ".join("".join(rows)),
    "zeros and dashes": lambda rows: "\n".join(rows).replace("O", "0").replace(".", "-"),
    "outer bars": lambda rows: "\n".join("|" + "|".join(row.replace(".", " ")) + "|" for row in rows),
    "framed": lambda rows: "+---+\n" + barred(rows, " ", "+---+---+", edge="|") + "\n+---+",
    "box characters": boxed,
    "numbered rows and bars": numbered,
}


@pytest.mark.parametrize("form", PRINTERS)
@given(position=positions())
def test_reading_what_was_written(form: str, position: Position) -> None:
    assert parse_position(PRINTERS[form](rows_of(position)), position.game) == position


@given(positions())
def test_reading_text_and_diagrams_of_our_own(position: Position) -> None:
    assert parse_position(str(position), position.game) == position
    assert parse_position(diagram(position), position.game) == position


@given(positions(), st.randoms(use_true_random=False))
def test_reading_diagrams_with_brackets(position: Position, rng: random.Random) -> None:
    cells = [cell for cell in range(position.game.cells) if rng.random() < 0.3]
    assert parse_position(diagram(position, cells), position.game) == position


@given(positions())
def test_reading_gamescrafters_boards(position: Position) -> None:
    board = "".join(rows_of(position)).replace(".", "-")
    player = 1 if position.side is Side.X else 2
    assert parse_position(f"{player}_{board}", position.game) == position
    assert parse_position(f" {player}_{board.lower()}\n", position.game) == position


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no board '': expected rows of equal length, not none"),
        ("/", "expected rows of equal length, not 0, 0"),
        ("XX./..", "expected rows of equal length, not 3, 2"),
        ("hello", "no board 'hello': expected X, O or . (a free cell), not 'h'"),
        ("XO|O|X\n | | \n | | ", "expected X, O or . (a free cell), not 'XO'"),
        ("1_xo------?", "expected X, O or . (a free cell), not '?'"),
        ("a b c\n", "expected rows of equal length, not none"),
    ],
)
@pytest.mark.parametrize("game", [None, STANDARD])
def test_texts_that_are_no_board(text: str, complaint: str, game: Game | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, game)
    assert complaint in str(caught.value)
    assert repr(text) in str(caught.value)


def test_another_board_needs_its_game() -> None:
    with pytest.raises(GameError) as caught:
        parse_position("..../..../....")
    assert str(caught.value) == (
        "which game is '..../..../....'? Its board is 4x3 (columns x rows): name the game as m,n,k"
    )
    assert parse_position("..../..../....", WIDE) == Position(WIDE)


@pytest.mark.parametrize("text", [".../.../.../...", "XX..", "." * 13, "| | | |\n| | | |\n| | | |", ".|.\n.|.\n.|."])
def test_a_board_of_another_size(text: str) -> None:
    with refused("error.other-board:4,3,3") as caught:
        parse_position(text, WIDE)
    assert repr(text) in str(caught.value)


def test_impossible_positions_say_everything() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("XXX/OOO/X..")
    assert str(caught.value) == "impossible position 'XXX/OOO/X..': both sides have won"
    assert caught.value.reasons == ("both sides have won",)
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("XXXXX/OO.../...../...../.....", Game(5, 5, 4))
    assert "5 X to 2 O" in str(caught.value)


def test_the_side_to_move_must_fit_the_stones() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("2_xo-------")
    assert caught.value.reasons == ("it says O is to move, but by its stones it is X",)
    assert str(caught.value).startswith("impossible position '2_xo-------': it says O")


def test_after_the_game_either_side_may_be_named() -> None:
    assert parse_position("1_xxxoo----") == parse_position("2_xxxoo----")


ODD = "XxOo0._-·|│┼─+=/ \n\r\t[]()0123_abcd?"


@given(st.none() | games(5), st.text(alphabet=ODD, max_size=30) | st.text(max_size=30))
def test_any_text_is_a_position_or_one_of_our_errors(game: Game | None, text: str) -> None:
    answer = attempt(parse_position, text, game)
    if isinstance(answer, Position):
        assert answer.game == (game or STANDARD)
    else:
        assert repr(text) in str(answer)


@given(positions(5), st.integers(0, 400), st.sampled_from(ODD))
def test_a_diagram_with_one_character_changed_raises_nothing_else(position: Position, at: int, character: str) -> None:
    text = diagram(position)
    at %= len(text)
    answer = attempt(parse_position, text[:at] + character + text[at + 1 :], position.game)
    assert isinstance(answer, Position) or "\n" not in str(answer)


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


def high_cells(rows: Rows, rng: random.Random) -> str:
    """Cells three lines high, as PettingZoo and many programs print them."""
    free = rng.choice([" ", "-"])
    width = len(rows[0])
    blank, rule = "|".join(["     "] * width), "|".join(["_____"] * width)
    lines = ["|".join(f"  {mark}  ".replace(".", free) for mark in row) for row in rows]
    text = f"\n{rule}\n".join(f"{blank}\n{line}" for line in lines) + f"\n{blank}"
    return "\n".join(line.rstrip() for line in text.splitlines()) if rng.random() < 0.3 else text


def markdown(rows: Rows, rng: random.Random) -> str:
    lines = ["|".join(["", *(f" {mark} ".replace(".", " ") for mark in row), ""]) for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def runs(rows: Rows, rng: random.Random) -> str:
    """Rows as chess writes them: a number for so many free cells."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def number_pad(rows: Rows, rng: random.Random) -> str:
    width = len(rows[0])
    return joined(
        [
            [str((len(rows) - 1 - at) * width + column + 1) if mark == "." else mark for column, mark in enumerate(row)]
            for at, row in enumerate(rows)
        ],
        rng,
    )


def source_code(rows: Rows, rng: random.Random) -> str:
    """A list of a program: of Python, C or Java."""
    free = rng.choice([" ", "_", "-"])
    lists = ", ".join("{" + ", ".join(f"'{mark}'".replace(".", free) for mark in row) + "}" for row in rows)
    c, python = f"char board[{len(rows)}][] = {{{lists}}};", f"[{lists}]".replace("{", "[").replace("}", "]")
    return rng.choice([c, python, f"board = {python}", f"np.array({python})"])


def labelled_on_all_sides(rows: Rows, rng: random.Random) -> str:
    header = "  " + " ".join(LETTERS[: len(rows[0])]).upper()
    lines = [f"{at:2} {' '.join(row)} {at}" for at, row in enumerate(rows, 1)]
    return "\n".join([header, *lines, header])


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
    "labels on all sides": labelled_on_all_sides,
    "high cells": high_cells,
    "Markdown": markdown,
    "runs": runs,
    "number pad": number_pad,
    "source code": source_code,
    "b for a free cell": pairs("x", "o", "b"),
    "0 for a free cell": pairs("X", "O", "0"),
    "blue squares": pairs("❌", "⭕", "🟦", "⬛"),
}
BY_MARKS = ("digits from 1", "1 and -1", "stones", "emoji", "lists of letters", "Markdown", "runs")  # O may begin
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
        if (style == "digits from 0" and position.empty == 1) or (style == "b for a free cell" and position.ply == 0):
            continue  # a lone 0 may be a circle, and b a stone
        text = STYLES[style](rows_of(position), rng)
        assert parse_position(text, position.game) == position, text
        if position.ply % 2 == 1 and style in BY_MARKS:
            exchanged = tuple(row.translate(str.maketrans("XO", "OX")) for row in rows_of(position))
            reading = read_board(STYLES[style](exchanged, rng), position.game)
            assert (reading.position, len(reading.known)) == (position, 1)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ('["X  ", " XO", "OX "]', "X../.XO/OX."),
        ("X\nX__\nX_O\n_O_", "X../X.O/.O."),  # a judge's program: whose turn it is, then the board
        ("X E O\nE X E\nE E O", "X.O/.X./..O"),
        ('["X.O", ".X.", "..O"]', "X.O/.X./..O"),
        ("  0 1 2\n0 X . O\n1 . X .\n2 . . O", "X.O/.X./..O"),
        ("  1 2 3\nA X . O\nB . X .\nC . . O", "X.O/.X./..O"),
        ("1️⃣❌3️⃣\n4️⃣⭕6️⃣\n7️⃣8️⃣❌", ".X./.O./..X"),
        ("X,O,X,,X,,,,O", "XOX/.X./..O"),
        ("100\n020\n000", "X../.O./..."),
        ("1 X 7\n2 O 8\n3 6 9", ".X./.O./..."),
        ("a b c\nd X f\nO h i", ".../.X./O.."),
        ("a1 X c1\na2 O c2\na3 b3 c3", ".X./.O./..."),
        (" X | O |   \n---+---+---\n   | X |   \n---+---+---\n   |   | O \n a   b   c", "XO./.X./..O"),
        ("3 | X O X\n2 | . X .\n1 | O . O\n  +------\n    a b c", "O.O/.X./XOX"),
        (
            "|   | a | b | c |\n|---|---|---|---|\n| 1 | X | O |   |\n| 2 |   | X |   |\n| 3 |   |   | O |",
            "XO./.X./..O",
        ),
        ("X & O & \\\\\n & X & \\\\\n & & O \\\\", "XO./.X./..O"),
        ("```text\nX O .\n. X .\n. . O\n```", "XO./.X./..O"),
        ("Х О -\n- Х -\n- - О", "XO./.X./..O"),  # Cyrillic
        ("[['0', '', ''], ['', 'X', ''], ['', '', '']]", "O../.X./..."),
        ("XO./.X./..O, X to move", "XO./.X./..O"),
        (
            "---------------\n| X || X || O |\n---------------\n| O || X ||   |\n---------------\n| O ||   ||   |",
            "XXO/OX./O..",
        ),
        ('var origBoard = ["X",1, 2,"X",4 ,"O", 6 ,"O",8];', "X../X.O/.O."),
        ("state: [1,0,2,0,1,0,0,0,2]", "X.O/.X./..O"),
        ("[[:x :o :o]\n [:- :x :-]\n [:x :- :o]]", "XOO/.X./X.O"),
        ("<X> <O> < >\n< > <X> < >\n< > < > <O>", "XO./.X./..O"),
        ("1 | 2 | 3\n- + - + -\n4 | X | 6\n- + - + -\n7 | O | X", ".../.X./.OX"),
        ("XO \n X \n  O", "XO./.X./..O"),
        ("X../.../... O am Zug", "X../.../..."),
        ("❌🅾️⬛\n⬛❌⬛\n⬛⬛🅾️", "XO./.X./..O"),
        ("    1   2   3\n1   X | O |  \n   ---+---+---\n2     | X |  \n   ---+---+---\n3     |   | O", "XO./.X./..O"),
        ("\\begin{tabular}{c|c|c}\nX & O & \\\\ \\hline\n & X & \\\\ \\hline\n & & O\n\\end{tabular}", "XO./.X./..O"),
        ("[['X' 'O' ' ']\n [' ' 'X' ' ']\n [' ' ' ' 'O']]", "XO./.X./..O"),
        ("\\begin{tabular}{ccc} X & O & X \\\\\n O & X & O \\\\\n & & X \\end{tabular}", "XOX/OXO/..X"),
        ("tensor([[ 1, -1,  0],\n        [ 0,  1,  0],\n        [ 0,  0, -1]])", "XO./.X./..O"),
        ("    _|_|_\n    _|O|_\n     |X|\n", ".../.O./.X."),
        ("X | X |\n-----------\n\n| |\n\n-----------\n\nO | |", "XX./.../O.."),
        ("  a b c\n1 X|O|.\n2 .|X|.\n3 .|.|O", "XO./.X./..O"),
        ("[X] X (O)\n . [.] .\n O  .  .", "XXO/.../O.."),
        ("|[X]|(O)|[ ]|\n|[.]|___| _ |\n|   | . | - |", "XO./.../..."),
        ("___|___|___\n___|_X_|___\n___|___|___", ".../.X./..."),
    ],
)
def test_drawings_seen_elsewhere(text: str, board: str) -> None:
    assert str(parse_position(text)) == board


@pytest.mark.parametrize(
    "text",
    [
        "X 3 O\n4 X 6\n7 8 O",  # 3 is not the number of its cell
        "1 0 .\n. 1 .\n. . 0",  # is 0 a stone, or a free cell?
        "[['X', 'O'], 'X']",
        "[" * 5000,
        "0..\n...\n...",  # a circle, and no position
        "[['0', '', ''], ['', 2, ''], ['', '', '']]",  # the two ways to write a free cell are not mixed
        "[[1, null, null], [null, null, null], [null, null, null]]",
        "0 2 1 0\n1 0 0 2\n2 0 1 0",  # 4 columns: the first is no list of names
        "① ② ③\n④ X ⑥\n⑦ ⑧ O",
        "1" * 5000 + " X\n" + "1" * 5000 + " O",
        "[0x" + "f" * 5000 + "]",
        "|" + "-" * 19_900 + "x",
        "1_x--------",
        "O . .\n. . .\n. . .",  # only `read_board` lets O begin, and says so
        "XO./.../... O to move",
        "X-O\n---\n-X-\nO--",  # four rows: one is free, and no rule
        "_X_|_O_|___\n___|___|___\n_X_|___|_O_\n   |   |   ",
        "O_X\n__\n___\n_OX",
        "\\begin{tabular}{ccc}\nX & O & X \\\\ O & X & O\n\\end{tabular}",
        " X | O |   |   \n   | X |   |   \n   |   | O |   ",  # four columns: the last is free, and no frame
        "O moves next: [['X', 'O', ' '], [' ', ' ', ' '], [' ', ' ', ' ']]",
    ],
)
def test_what_is_not_certain_is_refused(text: str) -> None:
    with pytest.raises(NoughtsError) as refused:
        parse_position(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "board", "known"),
    [
        ("O X .\n. O .\n. . .", "XO./.X./...", "O has begun: X and O are exchanged, as X begins here"),
        ("XO./.../... O to move", "OX./.../...", "O has begun: X and O are exchanged, as X begins here"),
        ("O to move: [1, 2, 0, 0, 0, 0, 0, 0, 0]", "OX./.../...", "2 is read as X, which has begun"),
        ("0 -1 0\n0 0 0\n0 0 0", ".X./.../...", "-1 is read as X, which has begun"),
        ("3 X O X\n2 . X .\n1 O . O\n  a b c", "O.O/.X./XOX", "the rows are counted from below: row 1 is on top"),
    ],
)
def test_what_was_assumed_is_said(text: str, board: str, known: str) -> None:
    reading = read_board(text)
    assert (str(reading.position), [*map(str, reading.known)]) == (board, [known])


@pytest.mark.parametrize(
    ("text", "game", "boards"),
    [
        ("X0", Game(2, 1, 2), "X. or XO"),  # a circle, or a free cell
        ("a b c d e\nf g X i j\nk l m n o", Game(5, 3, 3), "...../..X../....O or ...../..X../....."),  # or its name
    ],
)
def test_a_text_that_may_be_two_boards_is_none(text: str, game: Game, boards: str) -> None:
    with pytest.raises(NoughtsError) as refused:
        parse_position(text, game)
    assert str(refused.value) == f"which board is {text!r}? It may be {boards}: write one of these"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("X O .\n. X .\n. . 0", "error.mixed-marks"),
        ("1 2 .\n. 1 .\n. . 2", "error.mixed-marks"),
        ("X . .\nO . .\n. . .\n. . .\n\n|---|---|---|", "error.which-game:3"),
        ("X . O\n. X .\n. . .\nhelp!", "error.not-a-mark"),
    ],
)
def test_the_reason_is_the_one_of_the_text(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        parse_position(text)


def test_what_a_long_text_says() -> None:
    with refused("error.long-board"):
        parse_position("." * 20_001)

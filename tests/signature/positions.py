"""The positions of the signature: rows from the top, or the moves that lead there, or `empty`."""

from noughts.core.game import Game, Move
from noughts.core.position import Position

Boards = tuple[Game, int, int]  # the stones X (or Maker) and O (or Breaker)

# The weak search: X is Maker, O is Breaker.
WEAK = """
3,3,3 empty
4,4,4 empty
5,5,4 empty
6,6,5 empty
7,6,5 empty
7,7,5 empty
9,5,5 empty
9,6,5 empty
6,5,4 O...../....../..X.../....../......
6,6,4 ....../.O..../..XX../...O../....../......
7,7,5 ......./......./..X.X../...O.../..X..../......./.......
7,7,5 ......./..O..../..XXX../...X.../......./......./.......
8,6,5 ......../..X...../...XO.../...X..../......../........
8,8,5 O......O/......../..X.O.../......O./.X....../....X.../..O...../O.......
8,8,6 X......./......../..XX..../...X..../......../......../......../........
"""

# The exact searches of the game as played: two questions for each position.
STRONG = """
3,3,3 empty
3,3,3 ..O/..X/...
4,3,3 empty
4,3,3 XO../..X./..O.
4,4,3 empty
4,4,3 O..X/.O../XX../...O
4,4,4 empty
4,4,4 .X../..X./..../.O.O
4,4,4 OXXO/..X./O.../....
5,4,4 empty
5,4,4 .O.O./..X../...../...X.
5,4,4 OOO../..XX./..X../...XO
5,5,4 empty
5,5,4 ...XX/....X/...O./..OO./.....
5,5,4 ...X./OO..X/.X.../..OOX/OX...
6,5,4 empty
6,5,4 ..X.../....../.....X/O...O./......
6,5,4 .X..../X...O./.X.O.O/.O.X../......
7,4,4 ......./..O.X../X...O../.......
7,4,4 ..O..X./X.O..../....X../.O..O.X
7,7,4 empty
7,7,4 ......./......./....X../X....../O..O.X./...O.../.......
8,8,4 empty
9,9,4 ........./X.....O../.X.X...../........./.......O./........O/........O/..X....../.........
5,5,5 empty
5,5,5 .OO../...../...X./...../.X...
6,6,5 ..X.../....../..O.../O.OXO./.XO.../.X...X
7,4,4 empty
"""

# With a limit on plies.
WITHIN = """
4,3,3 empty 5
4,3,3 empty 7
5,4,3 empty 5
5,4,4 empty 9
6,5,4 empty 7
6,5,4 empty 9
6,5,4 empty 11
7,5,4 empty 9
"""

# Positions in which the side to move wins by threats, then some without such a win.
THREATS = """
9,9,5 c5-b5-d5-a1-e5-a9-f1-i1-f2-i9-f3-h8
9,9,5 f6-c4-e7-f4-g5-h4-e5-e6-d4-c3-d5-c5
9,9,5 c6-f4-f7-f6-d5-c3-e6-c4-e4-f3-f5-d3-c7-d6
15,15,5 e8-a1-f8-o1-g8-a15-i5-o15-i6-h1-i7-h15
15,15,5 g9-e4-e7-i8-g7-l7-j12-f8-h8-l6-i7-j6-f6-i9-g5-h4
15,15,5 g7-g8-h5-l9-i5-f4-h6-f8-j5-k5-h4-h7-j6-k7-h8-j3
15,15,5 g6-d10-e10-e8-g8-f9-g7-g9-h9-d7-g10-h10-i8-f11-i7-c6-b5-k7
7,7,4 f2-f5-d2-b4-d5-c2
7,7,4 d5-b4-f2-d4-e4-c4-a4-f3
9,9,5 e5-g5-d3-g4-d4-f6-d5-d6-c5-b5-e3-b6
15,15,5 k4-g5-f5-h9-l5-g8-j3-i2
15,15,5 empty
"""

# The heuristic search.
SEARCH = """
9,9,5 e5
9,9,5 e5-g5-d3-g4
9,9,5 e5-g5-d3-g4-d4-f6-d5-d6-c5-b5-e3-b6
9,9,5 g3-g6-e3-c5-e6-e5-f5-f3-d5-g4-f7-c4
9,9,5 f6-c4-e7-f4-g5-h4-e5-e6-d4-c3-d5-c5
15,15,5 h8-i9
15,15,5 k4-g5-f5-h9-l5-g8-j3-i2
15,15,5 l5-e12-l4-k7-j10-l6-j8-j9-k5-j6-m5
15,15,5 g7-g8-h5-l9-i5-f4-h6-f8-j5-k5-h4-h7-j6-k7-h8
15,15,5 g9-e4-e7-i8-g7-l7-j12-f8-h8-l6-i7-j6-f6-i9-g5-h4
7,7,4 d4
7,7,4 d4-f4-c2-f3
7,7,4 d3-b4-e2-b5
7,7,4 f2-f5-d2-b4-d5-c2
4,4,4 empty
"""

# The three searches for pairs: X is Maker and to move, O is Breaker.
PAIRS = """
4,4,4 empty
5,5,5 empty
7,3,4 empty
12,3,4 empty
5,5,4 ..O../...../O.X.O/...../..O..
6,6,5 ...X../OX..../..OXO./....../....OX/......
6,6,5 .X.OX./O..O.X/....O./O...../.X..../......
7,7,5 ......./....O../....O.X/..O..../......./XO...../....X..
7,7,5 ......./..O..../.....O./....O../..XO.../..X..../......X
8,8,6 .....XO./......../.......O/...X..../..OX..../..X....X/O.O...O./.O.X....
8,8,6 O......./......../..O.X.../..X...../......../.O....../.X....../........
"""

# The search in plain Python serves boards of any size.
LARGE_PAIRS = """
9,6,6 empty
8,8,6 ......../..O..O../......../....X.../...O..../......../..O..O../........
15,15,9 empty
26,26,9 empty
"""


def rows(table: str) -> list[tuple[str, ...]]:
    """Return the rows of a table, each as its words."""
    return [tuple(line.split()) for line in table.split("\n") if line]


def boards(game_text: str, text: str) -> Boards:
    """Return a game and the stones on its board.

    >>> boards("3,3,3", "b2-a1") == boards("3,3,3", "O../.X./...") == (Game(3, 3, 3), 1 << 4, 1 << 0)
    True
    """
    game = Game.from_text(game_text)
    if text == "empty":
        return game, 0, 0
    if "/" in text:
        marks = text.replace("/", "")
        assert len(marks) == game.cells, text
        x, o = ([cell for cell, mark in enumerate(marks) if mark == side] for side in "XO")
    else:
        moves = [_cell(game, name) for name in text.split("-")]
        x, o = moves[::2], moves[1::2]
    return game, _mask(x), _mask(o)


def position(game_text: str, text: str) -> Position:
    """Return the position that a row of a table describes."""
    return Position.from_boards(*boards(game_text, text))


def cell_names(game: Game, cells: tuple[Move, ...]) -> str:
    """Return cells as they stand in the tables: `a1-b2`."""
    return "-".join(f"{chr(ord('a') + cell % game.m)}{cell // game.m + 1}" for cell in cells)


def _cell(game: Game, name: str) -> Move:
    return game.cell(int(name[1:]) - 1, ord(name[0]) - ord("a"))


def _mask(cells: list[Move]) -> int:
    return sum(1 << cell for cell in cells)

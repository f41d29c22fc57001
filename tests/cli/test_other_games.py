"""The commands on games with gravity and on misere games, held against the rules written once more."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from noughts.cli.exits import Exit
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, positions_after
from noughts.core.value import WORDS
from noughts.errors import GameError
from noughts.strategies.search import Search
from tests.cli.conftest import Run
from tests.core import brute
from tests.witnesses import minimax

GAMES = [
    *("3,3,3-misere", "3,3,3-gravity", "2,3,2-misere"),
    *(pytest.param(game, marks=pytest.mark.slow) for game in ("4,4,4-gravity", "4,3,3-misere", "4,3,3-gravity-misere")),
]
SCORES = {"X": 1, "O": -1, "draw": 0}
# A connect-four program, as it might be written: it wins, blocks, and prefers the middle.
PLAYER = """
def get_move(board, mark):
    width, height = WIDTH, len(board) // WIDTH
    def drop(column):
        cells = [row * width + column for row in range(height) if board[row * width + column] == " "]
        return cells[-1] if cells else None
    def wins(cell, who):
        filled = board[:cell] + [who] + board[cell + 1:]
        lines = [[(r + i * a) * width + c + i * b for i in range(4)] for r in range(height) for c in range(width)
                 for a, b in ((0, 1), (1, 0), (1, 1), (1, -1)) if r + 3 * a < height and 0 <= c + 3 * b < width]
        return any(all(filled[each] == who for each in line) for line in lines)
    free = [column for column in range(width) if drop(column) is not None]
    for who in (mark, "O" if mark == "X" else "X"):
        for column in free:
            if wins(drop(column), who):
                return column
    return min(free, key=lambda column: abs(2 * column + 1 - width))
"""


def counted(game: Game) -> tuple[Counter[str], dict[str, Fraction], int]:
    """Return all games by result, the chances of random play, and the value for X."""

    @cache
    def below(rows: brute.Rows) -> tuple[Counter[str], dict[str, Fraction], int]:
        if (end := brute.status(rows, game)) is not None:
            return Counter([end]), {end: Fraction(1)}, SCORES[end]
        mark = "X" if len(brute.stones(rows, "X")) == len(brute.stones(rows, "O")) else "O"
        moves = brute.moves(rows, game)
        games, chances, scores = Counter[str](), dict[str, Fraction](), []
        for move in moves:
            more, odds, score = below(brute.with_mark(rows, move, mark))
            games += more
            scores.append(score)
            for end, chance in odds.items():
                chances[end] = chances.get(end, Fraction(0)) + chance / len(moves)
        return games, chances, max(scores) if mark == "X" else min(scores)

    return below(("." * game.m,) * game.n)


@pytest.mark.parametrize("name", GAMES)
def test_all_games_are_counted_and_valued(run: Run, name: str) -> None:
    games, chances, score = counted(Game.from_text(name))
    proof = json.loads(run("prove", "random", "--game", name, "--seat", "first", "--count", "--json").out)
    first = proof["seats"]["first"]
    assert first["games"] == {"win": games["X"], "draw": games["draw"], "loss": games["O"]}
    shown = [Fraction(first["against_random"][word]) for word in ("win", "draw", "loss")]
    assert shown == [chances.get(end, 0) for end in ("X", "draw", "O")]
    census = json.loads(run("census", name, "--json").out)
    assert (census["x_wins"], census["o_wins"], census["draws"]) == (games["X"], games["O"], games["draw"])
    value = json.loads(run("solve", name, "--value-only", "--json").out)["value"]
    assert {"win": 1, "draw": 0, "loss": -1}[value["result"] if isinstance(value, dict) else value] == score


# As many tutorials have it: row 0 is the bottom row, which the text does not say in words.
UPSIDE_DOWN = """
def pick_best_move(board, piece):
    columns = [column for column in range(4) if board[3][column] == 0]
    return columns[len(columns) // 2]
"""
# A list of columns, the lowest cell first; it looks two moves ahead, which its game alone says.
COLUMNS = """
class Player:
    def __init__(self, gui, mark):
        self.gui, self.mark = gui, mark

    def choose(self, board):
        return self.minimax(board, 2)

    def minimax(self, board, cutoff):
        free = [number for number, column in enumerate(board) if column[2] == " "]
        return free[len(free) // cutoff]
"""
EITHER_WAY = """
def pick_best_move(board, piece):
    for row in (0, 3):
        for column in range(4):
            if board[row][column] == 0:
                return column
"""


def test_boards_of_columns_and_with_the_lowest_row_first(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("own")
    for name, text in (("up.py", UPSIDE_DOWN), ("either.py", EITHER_WAY)):
        (folder / name).write_text(text)
    ran = run("prove", str(folder / "up.py"), "--game", "4,4,4-gravity", "--seat", "second")
    assert "the lowest row first" in ran.out
    (folder / "columns.py").write_text(COLUMNS)
    columns = run("prove", f"{folder / 'columns.py'}:Player.minimax", "--game", "4,3,3-gravity", "--seat", "second")
    assert "of a list of 4 columns of 3 cells" in columns.out
    assert "the lowest row first; made of" in columns.out
    assert "also passed 2;" in columns.out
    asked = run("prove", str(folder / "either.py"), "--game", "4,4,4-gravity")
    assert (asked.code, asked.out) == (2, "")
    assert "can be called in two ways that answer differently" in asked.err


# The better-known name is that of a function which the game no longer calls.
REPLACED = """
def free_columns(board):
    return [column for column in range(4) if board[0][column] == 0]

def pick_best_move(board, piece):
    return free_columns(board)[0]

def minimax(board, depth):
    return free_columns(board)[-1], 0

column, score = minimax([[0] * 4 for _ in range(3)], 2)
"""


def test_the_function_that_the_game_calls_is_proved(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("own") / "game.py"
    file.write_text(REPLACED)
    assert ":minimax on 4,3,3-gravity" in run("prove", str(file), "--game", "4,3,3-gravity", "--seat", "second").out


def test_the_file_beside_a_program_may_be_the_one_that_uses_arrays(
    run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("own")
    (folder / "rules.py").write_text(
        "import numpy as np\ndef columns(board):\n    return [each for each in range(4) if not board[0, each]]\n"
    )
    (folder / "player.py").write_text(
        "from rules import columns\ndef get_move(board, player):\n    1, 2, 0\n    return columns(board)[0]\n"
    )
    ran = run("prove", str(folder / "player.py"), "--game", "4,3,3-gravity", "--seat", "second")
    assert "read as: function of a 4x3 NumPy array" in ran.out


def test_a_program_answers_a_column(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Its line is a game by the rules, which it loses."""
    file = tmp_path_factory.mktemp("own") / "player.py"
    file.write_text(PLAYER.replace("WIDTH", "4", 1).replace("WIDTH", "4"))
    ran = json.loads(run("prove", str(file), "--game", "4,4,4-gravity", "--json").out)
    assert ran["read"].endswith("returns the column's number, from 0")
    game = Game.from_text("4,4,4-gravity")
    for seat, loser in (("first", "O"), ("second", "X")):
        line = ran["seats"][seat]["losing_line"]
        rows = ("." * game.m,) * game.n
        for ply, name in enumerate(line):
            cell = "abcd".index(name[0]) + game.m * (int(name[1]) - 1)
            assert cell in brute.moves(rows, game)
            rows = brute.with_mark(rows, cell, "XO"[ply % 2])
        assert brute.status(rows, game) == loser
        given = ran["seats"][seat]["given_away"]
        assert given_away(line, seat, game) == (
            given["line"],
            given.get("move"),
            given.get("before"),
            given.get("after"),
        )


def given_away(line: list[str], seat: str, game: Game) -> tuple[object, ...]:
    """Return where a side first gives value away on a line, by minimax."""
    positions = list(positions_after(game, [parse_cell(game, name) for name in line]))
    values = [minimax(position).result * (-1) ** position.ply for position in positions]  # for X
    sign = 1 if seat == "first" else -1
    for ply in range(sign < 0, len(line), 2):
        if sign * values[ply + 1] < sign * values[ply]:
            before, after = (WORDS[sign * value] for value in values[ply : ply + 2])
            return line[:ply], line[ply], before, after
    return line, None, None, None


def test_the_report_says_where_value_is_given_away(run: Run) -> None:
    ran = run("prove", "first", "--game", "4,3,3-gravity", "--seat", "first")
    given = json.loads(run("prove", "first", "--game", "4,3,3-gravity", "--seat", "first", "--json").out)
    assert given["seats"]["first"]["given_away"]["words"] in ran.out


@pytest.mark.parametrize(
    ("game", "moves"),
    [("connect-four", "b6 c6 c5 d6 d5 a6 g6 f6 b5"), ("5,5,4-misere", "a1 a5 b1 b5 c1 e5 e4 c3")],
)
def test_a_review_claims_what_exact_values_say_alone(run: Run, game: str, moves: str) -> None:
    """The search for good moves sees no stones that fall, and no lines that lose."""
    Path("game.txt").write_text(f"1. {moves}\n")
    ran = run("replay", "game.txt", "--game", game, "--explain", "--nodes", "100", "--seconds", "0.2", "--plain")
    assert ran.code == Exit.UNKNOWN
    assert "proved" not in ran.out
    assert "its value is not known" in ran.out
    with pytest.raises(GameError):
        Search(nodes=100).find(Position(Game.from_text(game)))

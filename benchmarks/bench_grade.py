"""`noughts grade` on a class of 30 files as students write them: minimax in several forms, rules, chance, broken ones.

Goal: 30 seconds on two cores.
"""

import json
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest

LINES = "LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]\n"

WINNER = """
def winner(board):
    for a, b, c in LINES:
        if board[a] != ' ' and board[a] == board[b] == board[c]:
            return board[a]
    return None

def free(board):
    return [i for i in range(9) if board[i] == ' ']
"""

# Every position below, each time, in a list of rows; its first best move.
ROWS = """
def won(b, p):
    for i in range(3):
        if b[i][0] == b[i][1] == b[i][2] == p or b[0][i] == b[1][i] == b[2][i] == p:
            return True
    return b[0][0] == b[1][1] == b[2][2] == p or b[0][2] == b[1][1] == b[2][0] == p

def full(b):
    return all(cell != '_' for row in b for cell in row)

def minimax(b, depth, maximizing, me, other):
    if won(b, me):
        return 10 - depth
    if won(b, other):
        return depth - 10
    if full(b):
        return 0
    best = -1000 if maximizing else 1000
    for i in range(3):
        for j in range(3):
            if b[i][j] == '_':
                b[i][j] = me if maximizing else other
                score = minimax(b, depth + 1, not maximizing, me, other)
                b[i][j] = '_'
                best = max(best, score) if maximizing else min(best, score)
    return best

def best_move(b, player):
    other = 'O' if player == 'X' else 'X'
    best, move = -1000, None
    for i in range(3):
        for j in range(3):
            if b[i][j] == '_':
                b[i][j] = player
                score = minimax(b, 0, False, player, other)
                b[i][j] = '_'
                if score > best:
                    best, move = score, (i, j)
    return move
"""

FLAT = (
    LINES
    + WINNER
    + """
def minimax(board, player, me):
    w = winner(board)
    if w is not None:
        return 1 if w == me else -1
    moves = free(board)
    if not moves:
        return 0
    scores = []
    for m in moves:
        board[m] = player
        scores.append(minimax(board, 'O' if player == 'X' else 'X', me))
        board[m] = ' '
    return max(scores) if player == me else min(scores)

def get_move(board, player):
    best, choice = -2, None
    for m in free(board):
        board[m] = player
        score = minimax(board, 'O' if player == 'X' else 'X', player)
        board[m] = ' '
        if score > best:
            best, choice = score, m
    return choice
"""
)

ALPHA_BETA = (
    LINES
    + WINNER
    + """
def search(board, player, me, alpha, beta):
    w = winner(board)
    if w is not None:
        return 1 if w == me else -1
    moves = free(board)
    if not moves:
        return 0
    for m in moves:
        board[m] = player
        score = search(board, 'O' if player == 'X' else 'X', me, alpha, beta)
        board[m] = ' '
        if player == me:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return alpha if player == me else beta

def get_move(board, player):
    best, choice = -2, None
    for m in free(board):
        board[m] = player
        score = search(board, 'O' if player == 'X' else 'X', player, best, 2)
        board[m] = ' '
        if score > best:
            best, choice = score, m
    return choice
"""
)

CACHED = (
    "from functools import lru_cache\n"
    + LINES
    + WINNER
    + """
@lru_cache(maxsize=None)
def value(board, player):
    if winner(board) is not None:
        return -1
    if not free(board):
        return 0
    other = 'O' if player == 'X' else 'X'
    return max(-value(board[:i] + player + board[i + 1:], other) for i in free(board))

def choose(board, player):
    text = ''.join(board)
    other = 'O' if player == 'X' else 'X'
    return max(free(text), key=lambda i: -value(text[:i] + player + text[i + 1:], other))
"""
)

RULES = (
    LINES
    + WINNER
    + """
def completes(board, player):
    for i in free(board):
        board[i] = player
        w = winner(board)
        board[i] = ' '
        if w == player:
            return i
    return None

def get_move(board, player):
    other = 'O' if player == 'X' else 'X'
    move = completes(board, player)
    if move is None:
        move = completes(board, other)
    if move is None:
        move = next(i for i in ORDER if board[i] == ' ')
    return move
"""
)

CHANCE = """
import random

def get_move(board, player):
    moves = [i for i in range(9) if board[i] == ' ']
    return random.choice(moves)
"""

CHANCE_AND_RULES = RULES.replace(
    "move = next(i for i in ORDER if board[i] == ' ')", "move = random.choice(free(board))"
)


def rules(*order: int) -> str:
    """Return a program that wins, blocks, and else takes the first free cell in an order."""
    return f"ORDER = {order}\n{RULES}"


CLASS = {
    **{f"rows{i}": ROWS.replace("'_'", mark) for i, mark in enumerate(("'_'", "' '", "'-'"))},
    **{f"flat{i}": FLAT.replace("get_move", name) for i, name in enumerate(("get_move", "best_move"))},
    **{
        f"alphabeta{i}": ALPHA_BETA.replace("get_move", name)
        for i, name in enumerate(("get_move", "best_move", "computer_move"))
    },
    **{
        f"cached{i}": CACHED.replace("choose", name) for i, name in enumerate(("best_move", "ai_move", "get_best_move"))
    },
    "rules0": rules(4, 0, 2, 6, 8, 1, 3, 5, 7),
    "rules1": rules(4, 1, 3, 5, 7, 0, 2, 6, 8),
    "rules2": rules(0, 2, 6, 8, 4, 1, 3, 5, 7),
    "rules3": rules(0, 1, 2, 3, 4, 5, 6, 7, 8),
    "rules4": rules(8, 7, 6, 5, 4, 3, 2, 1, 0),
    "rules5": rules(4, 8, 0, 6, 2, 7, 5, 3, 1),
    "chance0": CHANCE,
    "chance1": CHANCE.replace("board[i] == ' '", "board[i] not in 'XO'"),
    "chance2": "import random\n" + CHANCE_AND_RULES,
    "first": "def get_move(board, player):\n    return board.index(' ')\n",
    "corner": "def get_move(board, player):\n    return [i for i in (0,2,6,8,4,1,3,5,7) if board[i] == ' '][0]\n",
    "middle": "def get_move(board, player):\n    return 4 if board[4] == ' ' else board.index(' ')\n",
    "illegal": "def get_move(board, player):\n    return 4 if board.count(' ') > 6 else board.index(' ')\n",
    "raises": "def get_move(board, player):\n    return [i for i in (0, 2, 4, 6, 8, 1) if board[i] == ' '][0]\n",
    "none": "def get_move(board, player):\n    print('thinking')\n",
    "syntax": "def get_move(board, player)\n    return 0\n",
    "leaves": "import os\nos._exit(1)\n",
    "endless": "while True:\n    pass\n",
    "asks": "print('Welcome!')\nboard = [' '] * 9\nwhile True:\n    move = int(input('Your move: '))\n",
}

HOLDS, LOSES, NONE = ("never loses",) * 2, ("can lose",) * 2, ("no verdict",) * 2
EXPECTED = {
    **dict.fromkeys(("rows", "flat", "alphabeta", "cached"), HOLDS),
    **dict.fromkeys(("chance", "first", "corner", "middle"), LOSES),
    **dict.fromkeys(("none", "syntax", "leaves", "endless", "asks"), NONE),
    "illegal": ("breaks the rules",) * 2,
    "raises": ("raises",) * 2,
}


@pytest.mark.slow
@pytest.mark.benchmark(group="grade")
def bench_a_class(benchmark: Any, tmp_path: Path) -> None:
    """All 30 files, two at a time, from the shell."""
    assert len(CLASS) == 30
    files = [tmp_path / f"{name}.py" for name in CLASS]
    for file, text in zip(files, CLASS.values(), strict=True):
        file.write_text(text)
    command = [sys.executable, "-m", "noughts", "grade", *map(str, files), "--workers", "2", "--json"]
    before = getrusage(RUSAGE_CHILDREN)

    def grade() -> str:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    document = json.loads(benchmark.pedantic(grade, rounds=1))
    after = getrusage(RUSAGE_CHILDREN)
    found = {
        Path(one["file"]).stem: tuple(seat["verdict"] for seat in one["seats"].values())
        for one in document["submissions"]
    }
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    benchmark.extra_info["processor time"] = round(spent, 1)
    for name, verdicts in found.items():
        kind = name.rstrip("0123456789")
        assert kind == "rules" or verdicts == EXPECTED[kind], (name, verdicts)

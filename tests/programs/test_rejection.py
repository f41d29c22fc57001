"""Loops that draw until they like the number: exact chances, by hand; what is no such loop is measured as ever."""

import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from noughts.core.game import Game
from noughts.programs.chance import Unenumerable, outcomes
from noughts.programs.load.user_module import load_file
from noughts.programs.play.copies import Copies
from noughts.programs.play.stage import Typed

pytestmark = pytest.mark.gate

BOARD = ["X", " ", "O", " ", "X", "O", "X", " ", "O"]  # b1, a2 and b3 are free
HEAD = "import random, secrets\nfrom random import randint\n"


@pytest.fixture
def written(tmp_path: Path, request: pytest.FixtureRequest) -> ModuleType:
    (tmp_path / "bot.py").write_text(HEAD + request.param)
    return load_file(tmp_path / "bot.py")


def chances(module: ModuleType) -> dict[object, Fraction]:
    found = dict[object, Fraction]()
    for result, chance in outcomes(lambda: module.pick(list(BOARD))):
        found[result] = found.get(result, Fraction(0)) + chance
    return found


EVEN = {1: Fraction(1, 3), 3: Fraction(1, 3), 7: Fraction(1, 3)}

LOOPS = {
    "break": """
def pick(board):
    while True:
        move = random.randint(0, 8)
        if board[move] == " ":
            break
    return move
""",
    "drawn before": """
def pick(board):
    move = randint(0, 8)
    while board[move] != " ":
        move = randint(0, 8)
    return move
""",
    "a helper": """
def draw():
    return random.choice(range(9))
def is_free(board, move):
    return board[move] == " "
def pick(board):
    done = False
    while not done:
        move = draw()
        row, col = divmod(move, 3)
        if is_free(board, 3 * row + col):
            done = True
        else:
            print("taken")
    return move
""",
    "two at once": """
def pick(board):
    while True:
        row, col = random.choices(range(3), k=2)
        if board[row * 3 + col] == " ":
            return row * 3 + col
""",
    "an object": """
class Bot:
    def __init__(self, board):
        self.board, self.names = board, {"a": [1, 2]}
    def draw(self):
        return random.randrange(9)
    def move(self):
        while True:
            try:
                number = self.draw()
                if self.board[number] == " ":
                    return number
            except IndexError:
                pass
def pick(board):
    return Bot(board).move()
""",
}


@pytest.mark.parametrize("written", [pytest.param(text, id=name) for name, text in LOOPS.items()], indirect=True)
def test_each_free_cell_is_as_likely(written: ModuleType) -> None:
    assert chances(written) == EVEN


UNEQUAL = {
    "it keeps what it may": (
        """
def pick(board):
    while True:
        move = randint(0, 8)
        if board[move] == " " or move == 0:
            return move
""",
        {0: Fraction(1, 4), 1: Fraction(1, 4), 3: Fraction(1, 4), 7: Fraction(1, 4)},
    ),
    "a first draw, then a loop": (  # a half 4; else the first row, whose only free cell is 1, or any free one
        """
def pick(board):
    if randint(0, 1):
        return 4
    last = randint(0, 1) * 6 + 2
    while True:
        move = randint(0, last)
        if board[move] == " ":
            return move
""",
        {4: Fraction(1, 2), 1: Fraction(1, 4) + Fraction(1, 12), 3: Fraction(1, 12), 7: Fraction(1, 12)},
    ),
    "a loop in a loop": (  # the column of a row with a free cell, until the cell is free
        """
def pick(board):
    while True:
        while True:
            row = randint(0, 2)
            if row < 2:
                break
        col = randint(0, 1)
        if board[row * 3 + col] == " ":
            return row * 3 + col
""",
        {1: Fraction(1, 2), 3: Fraction(1, 2)},
    ),
    "it gives up at once": (  # the second draw is another state: one third, then one third of the rest
        """
def pick(board):
    tries = 0
    while tries < 2:
        move = randint(0, 8)
        if board[move] == " ":
            return move
        tries += 1
    return 0
""",
        {1: Fraction(5, 27), 3: Fraction(5, 27), 7: Fraction(5, 27), 0: Fraction(4, 9)},
    ),
}


@pytest.mark.parametrize(
    ("written", "expected"), [pytest.param(*case, id=name) for name, case in UNEQUAL.items()], indirect=["written"]
)
def test_other_chances(written: ModuleType, expected: dict[object, Fraction]) -> None:
    assert chances(written) == expected


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(text, id=name)
        for name, text in {
            "it counts": """
tries = 0
def pick(board):
    global tries
    while True:
        tries += 1
        move = randint(0, 8)
        if board[move] == " " or tries > 10**9:
            return move
""",
            "it notes them": """
def pick(board):
    seen = []
    while True:
        move = randint(0, 8)
        if board[move] == " ":
            return move
        seen.append(move)
""",
            "the last number is used": """
def pick(board):
    move = randint(0, 8)
    last = 0
    while board[move] != " ":
        last += move + 1
        move = randint(0, 8)
    return last
""",
            "it likes none": """
def pick(board):
    while True:
        move = randint(0, 8)
        if board[move] == "?":
            return move
""",
        }.items()
    ],
    indirect=True,
)
def test_what_is_no_such_loop_cannot_be_listed(written: ModuleType) -> None:
    with pytest.raises(Unenumerable):
        outcomes(lambda: written.pick(list(BOARD)))


GAME_OF_ITS_OWN = """
import random
board = ["X", " ", "O", " ", "X", "O", " ", " ", " "]
while " " in board:
    for row in range(0, 9, 3):
        print(" | ".join(board[row : row + 3]))
    board[int(input("Your move (1-9): ")) - 1] = "X"
    while True:
        row = random.randint(0, 2)
        move = row * 3 + random.choice([0, 1, 2])
        if board[move] == " ":
            break
    board[move] = "O"
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="copies need fork")
@pytest.mark.parametrize("by", ["random.", ""])
def test_a_game_that_is_played_draws_as_a_function_does(tmp_path: Path, by: str) -> None:
    """Its copies that draw again what they drew before end, and the others have their chances; by names of its own,
    too, though Python seeds the generator behind them in each copy."""
    text = GAME_OF_ITS_OWN.replace("import random", "import random\nfrom random import choice, randint")
    (tmp_path / "game.py").write_text(
        text.replace("random.randint", f"{by}randint").replace("random.choice", f"{by}choice")
    )
    copies = Copies(tmp_path / "game.py", Game(3, 3, 3))
    try:
        [(_, first)] = copies.begin()
        found = {move_of(stage.boards["board"]): chance for chance, stage in copies.after(first, Typed("9"))}
    finally:
        copies.close()
    assert found == dict.fromkeys([1, 3, 6, 7], Fraction(1, 4))


def move_of(board: Sequence[str]) -> int:
    """Return the cell of the stone that is new."""
    return next(cell for cell in (1, 3, 6, 7) if board[cell] == "'O'")

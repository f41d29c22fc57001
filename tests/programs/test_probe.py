"""What is refused, and what is said then: no reading, two readings, input, loops, generators of random numbers."""

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import GameError, StrategyError
from noughts.players.player import NO_DICE, Strategy, consult, require_support
from noughts.programs import choosing as loading
from noughts.programs.calls import InputRefused, in_silence, without_input
from noughts.programs.choosing import adapted
from noughts.programs.jail.limits import Limits
from noughts.programs.person_program import PersonProgram
from noughts.programs.reading import probe
from noughts.programs.reading.readings import Reading
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.refusals import refused

pytestmark = pytest.mark.gate

GAME = Game(3, 3, 3)
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a program's text to a file; return the file's name."""
    monkeypatch.chdir(tmp_path)

    def written(text: str) -> str:
        Path("own.py").write_text(text)
        return "own.py"

    return written


def refusal(strategy: Strategy, game: Game = GAME) -> str:
    with pytest.raises((GameError, StrategyError)) as caught:
        require_support(strategy, game)
    return str(caught.value)


def test_no_reading(write: Write) -> None:
    name = write("def get_move(board):\n    return board.best_cell()\n")
    message = refusal(load(name))
    assert "it raised AttributeError: 'list' object has no attribute 'best_cell' (own.py, line 2) at '" in message
    two = "def get_move(board):\n    return board.best_cell() if board.is_open() else 0\n"
    assert "its 'board' is asked for best_cell, is_open, which no board" in refusal(load(write(two)))
    message = refusal(load(write("def get_move(board):\n    return board[0] + board[99]\n")))
    assert "it raised IndexError: list index out of range (own.py, line 2) at '" in message
    assert message.endswith(" ways): say how it is called with --read, or write it as get_move(board, mark)")


def test_a_program_that_breaks_the_rules_however_it_is_called(write: Write) -> None:
    """There is no verdict: the fault may be that of the reading."""
    message = refusal(load(write("def get_move(board):\n    return 0\n")))
    assert "it answered 0, which is taken, at '" in message


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("board.index('x') if 0 else board.index('.')", "flat x o . -> index"),
        ("board.index(0) if board.count(2) < 9 else 0", "flat 1 2 0 -> index"),
        ("board.index(5) if 3 == 5 else board.index(2)", "flat 3 5 2 -> index"),
    ],
)
def test_a_single_mark_leaves_its_usual_partner(write: Write, text: str, reading: str) -> None:
    program = load(write(f"def get_move(board):\n    return {text}\n"))
    require_support(program, GAME)
    assert program.reading(GAME) == reading


def test_a_mark_whose_negative_is_compared_with_a_cell_is_a_number(write: Write) -> None:
    text = "def get_move(board, me):\n    return next((c for c in range(9) if board[c] == 0 and board[8 - c] == -me), "
    program = load(write(text + "board.index(0))\n"))
    require_support(program, GAME)
    assert program.reading(GAME) == "flat 1 -1 0 (board mark) -> index"


OWN = """
def wins(board, mark): return any(all(board[i] == mark for i in line) for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8)))
{before}
def choose(board):
    for mark in ({marks}):
        for i in range(9):
            if board[i] == " ":
                board[i] = mark
                won = wins(board, mark)
                board[i] = " "
                if won:
                    return i
    return board.index(" ")
{after}
"""


@pytest.mark.parametrize(
    ("marks", "before", "after", "own"),
    [
        ("'O'", "", "", "O"),
        ("'X', 'O'", "", "def game(board):\n    board[choose(board)] = 'O'\n", "O"),
        ("'X', 'O'", "", "def game(board):\n    i = choose(board)\n    print(i)\n    put(board, i, 'O')\n", "O"),
        ("human, ai", "human, ai = 'X', 'O'", "", "O"),
        ("'X', 'O'", "", "", ""),
        ("human, other", "human, other = 'X', 'O'", "", ""),
    ],
)
def test_whose_mark_is_whose_where_none_is_passed(write: Write, marks: str, before: str, after: str, own: str) -> None:
    """By the mark that its game stores, a name, or the only one that it tries; else both are named."""
    program = load(write(OWN.format(marks=f"{marks},", before=before, after=after)) + ":choose")
    if own:
        require_support(program, GAME)
        assert program.reading(GAME) == "flat O X ' ' own -> index"
    else:
        assert "can be called in two ways that answer differently" in refusal(program)


def test_a_module_that_is_missing_is_one_line(write: Write) -> None:
    message = refusal(load(write("import torchvision as tv\ndef get_move(board):\n    return int(tv.pick(board))\n")))
    assert message.endswith("needs the module 'torchvision': pip install torchvision (own.py, line 3)")


def test_no_parameters_that_fit(write: Write) -> None:
    name = write("def get_move(a, b, c, d, e, f):\n    return 0\n")
    assert "it is not clear what 'c', 'e', 'f' stand for" in refusal(load(name))
    name = write("def get_move():\n    return 0\n")
    assert "it takes no board, and there is none of its own" in refusal(load(name))


@pytest.mark.parametrize(
    "text",
    [
        "def move(n, mark): return n[0].index(' ') if ' ' in n[0] else 3 + (n[1] + n[2]).index(' ')",
        "def move(height): return next(3*r+c for r, row in enumerate(height) for c, x in enumerate(row) if x == ' ')",
        "def move(free): return ''.join(free).index(' ')",
        "def move(b, p): return b.index(' ')",
    ],
)
def test_a_parameter_takes_the_board_by_its_use_or_as_the_only_one(write: Write, text: str) -> None:
    program = load(write(text))
    require_support(program, GAME)
    position = parse_position("XO./X../O..")
    assert consult(program, position, NO_DICE).moves == (2,)


def test_two_readings_that_answer_differently(write: Write) -> None:
    """A free cell that depends on where 1 is: 1 may be X or the side to move."""
    name = write(
        "def get_move(board):\n"
        "    free = [i for i in range(9) if board[i] == 0]\n"
        "    ones = [i for i in range(9) if board[i] == 1]\n"
        "    return free[sum(ones) % len(free)]\n"
    )
    message = refusal(load(name))
    assert "'own.py:get_move' can be called in two ways that answer differently; say which: --read \"flat" in message
    [_, first, _, second, rest] = message.split('"')
    assert (first != second, rest) == (True, "")
    for text in (first, second):
        strategy = load(f"own.py:get_move:read={text}")
        require_support(strategy, GAME)
        assert prove(strategy, GAME, Side.O).games.total > 0


def test_where_a_free_cell_is_0_a_mark_that_is_compared_with_1_may_be_a_number(write: Write) -> None:
    """With the mark "X" it would always take the last free cell."""
    name = write(
        "def get_move(board, player):\n"
        "    free = [i for i in range(9) if board[i] == 0]\n"
        "    return free[0] if player == 1 else free[-1]\n"
    )
    assert "can be called in two ways that answer differently" in refusal(load(name))


def test_a_program_that_counts_its_calls_answers_otherwise_when_it_is_asked_again(write: Write) -> None:
    """Not in two ways: its readings differ as one differs from itself."""
    name = write(
        "asked = 0\n"
        "def get_move(board, mark):\n"
        "    global asked\n"
        "    asked += 1\n"
        "    free = [i for i in range(9) if board[i] == ' ']\n"
        "    return free[-1] if asked % 3 == 0 else free[0]\n"
    )
    with refused("calling.otherwise", program="'own.py:get_move'"):
        require_support(load(name), GAME)


def test_a_reading_that_does_not_fit_is_used_as_it_is_said(write: Write) -> None:
    write("def get_move(board):\n    return 99\n")
    strategy = load("own.py:get_move:read=flat X O None -> index")
    require_support(strategy, GAME)
    with refused("calling.not-as-read", answer=99, position="'.../.../...'", expected="'index'"):
        consult(strategy, Position(GAME), random.Random())


def test_a_reading_that_is_legal_nowhere_is_no_reading(write: Write) -> None:
    """Else a wrong word in it would say that a perfect program loses. The form of a class is one all the same."""
    write("def get_move(board):\n    return board.index(' ')\n")
    said = "flat X O None -> index"
    with closing(PersonProgram("own.py:get_move", read=said)) as program:
        assert "it gave no legal answer in any position that was tried" in refusal(program)
    with closing(PersonProgram("own.py:get_move", Limits(alone_with=()), read=said)) as program:
        require_support(program, GAME)


DEEP = """
import math
LOOKS = 2
def minimax(board, depth, alpha, beta, maximizing):
    free = [cell for cell in range(9) if board[cell] == 0]
    best = (free[0], -math.inf, [])
    for cell in free if depth else ():
        board[cell] = 2 if maximizing else 1
        score = -minimax(board, depth - 1, alpha, beta, not maximizing)[1] if len(free) > 1 else 0
        board[cell] = 0
        best = max(best, (cell, score, free), key=lambda one: one[1])
    return best
def play(board):
    cell, score, seen = minimax(board, LOOKS, -math.inf, math.inf, True)
    board[cell] = 2
"""


def test_it_is_called_as_its_own_game_calls_it(write: Write) -> None:
    """As deep, and for its own mark alone; of an answer with all that it looked at the move is taken."""
    program = load(write(DEEP) + ":minimax")
    require_support(program, GAME)
    assert program.reading(GAME) == "flat 2 1 0 own (board 2 -inf inf True) -> index score"


PLAYER_OF_PLAYERS = """
class Player:
    def __init__(self, symbol): self.symbol = symbol

class Rater:
    def rate(self, cells, cell): return (cell * 5 + cells.count("X")) % 9

class Computer:
    def __init__(self, player, rater, depth): self.player, self.rater = player, rater
    def get_move(self, cells):
        {check}
        free = [cell for cell in range(9) if cells[cell] == " "]
        return max(free, key=lambda cell: self.rater.rate(cells, cell))
"""


def test_it_is_made_of_objects_that_have_what_it_asks_them_for(write: Write) -> None:
    """Which class a parameter wants, no name says: the object that has what the text uses is passed, for its side."""
    check = "if cells.count('X') - cells.count('O') != (self.player.symbol == 'O'): raise ValueError('not mine')"
    program = load(write(PLAYER_OF_PLAYERS.format(check=check)) + ":Computer")
    require_support(program, GAME)
    assert program.reading(GAME) == "flat X O ' ' by Player,Rater,depth -> index"


def test_a_program_that_asks_a_mark_for_what_it_has_not_breaks_no_rules(write: Write) -> None:
    """It was made of the wrong thing: what it does where it does not look at that is no verdict."""
    check = "self.rival.is_near(cells) if cells.count(' ') == 3 else None"
    text = PLAYER_OF_PLAYERS.format(check=check).replace("(self, player,", "(self, rival,").replace("player", "rival")
    assert "'str' object has no attribute 'is_near'" in refusal(load(write(text) + ":Computer"))


@pytest.mark.parametrize("held", ["cells = [' '] * 9", "turn = 'X'", "board = Sheet()"])
def test_an_object_with_a_board_of_its_own_is_not_made_anew(write: Write, held: str) -> None:
    """In its game that is the board that is passed: an object that is made for the call would hold an empty one."""
    text = (
        PLAYER_OF_PLAYERS.format(check="pass") + "\nclass Sheet:\n    def __init__(self): self.rows = [[' '] * 3] * 3\n"
    )
    text = text.replace("class Rater:\n", f"class Rater:\n    def __init__(self): self.{held}\n")
    message = refusal(load(write(text) + ":Computer"))
    assert "it is not clear what 'rater' stands for" in message


MEMO = """
class Grid:
    def __init__(self): self.cells, self.turn = [0] * 9, 1
    def key(self): return str(self.cells)
    def drop(self, cell): self.cells[cell], self.turn = self.turn, 3 - self.turn

def minimax(state, memo):
    if state.key() not in memo:
        free = [cell for cell in range(9) if state.cells[cell] == 0]
        memo[state.key()] = sum(state.cells), free[{at}]
    return memo[state.key()]
"""


def test_a_table_begins_as_an_empty_dict(write: Write) -> None:
    program = load(write(MEMO.format(at=-1)) + ":minimax")
    require_support(program, GAME)
    assert program.reading(GAME) == "flat 1 2 0 in Grid.cells:drop(index) (board {}) -> score index"
    assert "passed an empty dict" in program.notes.read_as


def test_a_program_that_moves_otherwise_with_a_table_that_its_game_keeps_is_asked_about(write: Write) -> None:
    """Its answer is the last free cell with an empty table, another one with that of an earlier move."""
    name = write(MEMO.format(at="len(memo) - 1")) + ":minimax"
    reading = "flat 1 2 0 in Grid.cells:drop(index) (board {}) -> score index"
    with refused("calling.keeps-a-table", reading=f'"{reading}"'):
        load(name).supports(GAME)
    program = load(f"{name}:read={reading}")
    position = Position.from_boards(GAME, 0b000110001, 0b110000010)
    for _ in range(2):
        assert consult(program, position, NO_DICE).moves == (6,)


def test_its_game_may_stand_in_a_file_beside_and_pass_variables(write: Write) -> None:
    """How deep the program looks, and which mark is its own, says the file that calls it."""
    search = DEEP.replace("LOOKS = 2\n", "").partition("def play(board):\n")[0]
    Path("play.py").write_text(
        "import own\ndef play(board):\n    looks, mine = 3, 2\n    depth = 2\n"
        "    cell, score, seen = own.minimax(board, depth, -9, 9, True)\n    board[cell] = 2\n"
    )
    Path("test_own.py").write_text("import own\nown.minimax([0] * 9, 1, -9, 9, True)\n")  # a test is no game
    program = load(write(search) + ":minimax")
    require_support(program, GAME)
    assert program.reading(GAME) == "flat 2 1 0 own (board 2 -inf inf True) -> index score"


ON_ITS_GLOBAL = """
board = [" "] * 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def is_won(mark): return any(all(board[cell] == mark for cell in line) for line in LINES)

def completes(cell, mark):
    board[cell] = mark
    won = is_won(mark)
    board[cell] = " "
    return won

def best_move(board, player):
    free = [cell for cell in range(9) if board[cell] == " "]
    other = "O" if player == "X" else "X"
    return next((cell for mark in (player, other) for cell in free if completes(cell, mark)), free[0])
"""


def test_a_board_that_is_passed_and_read_from_its_module_is_one_board(write: Write) -> None:
    """In its game they are the same: else what its other functions read would be an empty board."""
    program = load(write(ON_ITS_GLOBAL) + ":best_move")
    require_support(program, GAME)
    assert program.reading(GAME) == "flat X O ' ' in global board (board mark) -> index"
    blocks = parse_position("XO./.X./...")
    assert consult(program, blocks, NO_DICE).moves == (8,)


ITS_SEARCH = """
class Ai:
    def __init__(self, player_id, name, kind, seconds):
        self.player_id, self.kind, self.other = player_id, kind, "O" if player_id == "X" else "X"
    def minimax(self, cells, depth, maximizing): return cells.count(self.other)
    def get_search_move(self, cells):
        free = [cell for cell in range(9) if cells[cell] == " "]
        return max(free, key=lambda cell: (self.minimax(cells, 0, False) * cell) % 7)
"""


def test_a_method_that_begins_a_search_comes_before_the_search(write: Write) -> None:
    program = load(write(ITS_SEARCH) + ":Ai")
    require_support(program, GAME)
    assert program.reading(GAME) == "flat X O ' ' by mark,'name',None,None -> index"
    assert "its method get_search_move" in program.notes.read_as


FALLING = Game.from_text("5,4,3-gravity")
RACK = """
class Rack:
    def __init__(self, goal, width, height):
        self.goal, self.columns = goal, [[] for _ in range(width)]
        self.holes = [["."] * height for _ in range(width)]
    def has_room(self, column): return "." in self.holes[column]
    def drop(self, column, disc):
        if disc not in ("R", "Y"): raise ValueError(disc)
        self.holes[column][self.holes[column].index(".")] = disc
"""


def test_an_object_where_stones_fall_is_brought_to_a_position_from_its_lowest_stones(write: Write) -> None:
    """It is made of the sizes that its parameters name, and filled by its own moves, the lowest stones first."""
    text = RACK + "class Bot:\n    def get_move(self, rack): return [c for c in range(5) if rack.has_room(c)][-1]\n"
    program = load(write(text) + ":Bot")
    require_support(program, FALLING)
    assert program.reading(FALLING) == "columns-up R Y . in Rack.holes:drop(column,mark) -> column"


@pytest.mark.parametrize("head", ["def hardest(self, cells)", "@staticmethod\n    def hardest(cells)"])
def test_a_method_is_named(write: Write, head: str) -> None:
    body = f"class Game:\n    def move(self, cells): return None\n    {head}: return cells.index(' ')\n"
    name = write(body)
    program = load(f"{name}:Game.hardest")
    require_support(program, GAME)
    assert (program.name, program.reading(GAME)) == ("own.py:Game.hardest", "flat X O ' ' -> index")
    with refused("error.no-program-but", program="'Game.easiest'"):
        load(f"{name}:Game.easiest")


def test_an_object_that_its_game_has_still_to_set_up_is_not_asked(write: Write) -> None:
    name = write(
        "class Game:\n"
        "    def __init__(self): self.cells, self.lines = [' '] * 9, []\n"
        "    def set_size(self, size): self.lines = [range(size)]\n"
        "    def get_move(self):\n"
        "        return next((line[0] for line in self.lines), self.cells.index(' '))\n"
    )
    assert "lines is empty until set_size is called" in refusal(load(name))
    learner = (
        "class Learner:\n"
        "    def __init__(self): self.values = {}\n"
        "    def load_policy(self, file): self.values = read(file)\n"
        "    def get_move(self, board):\n"
        "        free = [cell for cell in range(9) if board[cell] == ' ']\n"
        "        return max(free, key=lambda cell: self.values.get((cell, str(board)), 0))\n"
    )
    assert "values is empty until load_policy is called" in refusal(load(write(learner)))


def test_input_is_refused_at_once(write: Write) -> None:
    loop = "while True:\n    try:\n        move = int(input('? '))\n    except Exception:\n        pass\n"
    inner = "".join(f"    {line}\n" for line in loop.splitlines())
    with pytest.raises(StrategyError, match=r"could not be made: InputRefused"):
        load(write(f"from noughts import Strategy\ndef player() -> Strategy:\n{inner}") + ":player")
    with pytest.raises(InputRefused), without_input():
        input("? ")


def test_no_reading_is_taken_where_others_were_not_tried(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    name = write("def get_move(board):\n    return board.index(' ')\ndef other(board):\n    return 4\n")
    assert load(name).supports(GAME)
    monkeypatch.setattr(probe, "_SECONDS", 0.0)
    for spec in (name, f"{name}:get_move"):
        with refused("calling.reading-late-at", program="'own.py:get_move'", seconds=0):
            load(spec).supports(GAME)


def test_no_program_of_a_file_is_taken_where_others_were_not_tried(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("def pick(board):\n    return 99\ndef other(board):\n    return board.index(' ')\n")
    assert load(name).name == "own.py:other"
    monkeypatch.setattr(loading, "_TRYING", 0.0)
    with refused("error.which-not-known", file="'own.py'", seconds=0, spec="own.py:pick"):
        load(name)


def test_a_reading_without_an_answer_is_not_broken_rules(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """In most ways to call it, it answers with a taken cell; in the right one it searches on."""
    monkeypatch.setattr(probe, "_STEPS", 100)
    text = "def get_move(board):\n    while 'X' in board:\n        pass\n    return 0 if board[0] != ' ' else 1\n"
    with refused("calling.reading-not-known", "calling.ran-long:4000"):
        load(write(text)).supports(GAME)


def test_a_loop_within_a_line_is_left(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines cannot be counted."""
    monkeypatch.setattr(probe, "_SECONDS", 0.2)
    name = write("def get_move(board):\n    while True: pass\n")
    with refused("calling.reading-late-at", "hint.say-reading", seconds=0.2):
        load(f"{name}:get_move").supports(GAME)


def first_free(last_lines: str) -> str:
    head = "def get_move(board, mark):\n    cell = board.index(' ')\n"
    return head + "".join(f"    {line}\n" for line in last_lines.splitlines())


@pytest.mark.parametrize(
    ("last_lines", "read_as"),
    [
        ("print(cell)", "prints the cell's number, from 0"),
        ("print(f'({cell // 3}, {cell % 3})')", "prints (row, column)"),
        ("print(cell // 3 + 1, cell % 3 + 1, sep='\\n')", "prints (row, column), from 1"),
        ("print(cell)\nboard[cell] = mark", "returns nothing, but changes the board"),
        ("print(0)\nreturn cell", "returns the cell's number, from 0"),
    ],
)
def test_numbers_that_are_printed_in_place_of_an_answer(write: Write, last_lines: str, read_as: str) -> None:
    strategy = load(write(first_free(last_lines)))
    require_support(strategy, GAME)
    assert consult(strategy, parse_position("XO./.../..."), NO_DICE).moves == (2,)
    assert strategy.notes.read_as.endswith(f"; {read_as}")


def test_a_probe_is_silent_and_leaves_random_numbers_alone(capsys: pytest.CaptureFixture[str]) -> None:
    before, arrays = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]

    def loud(board: list[str]) -> Any:
        print("thinking")
        random.random()
        np.random.rand(2)
        return board.index(" ")

    strategy = adapted("loud", loud, None)
    require_support(strategy, GAME)
    assert strategy.noisy  # what it draws is not used, but that cannot be known
    assert capsys.readouterr().out == ""
    assert random.getstate() == before
    assert np.random.get_state()[1].tolist() == arrays  # type: ignore[index]
    with in_silence(1):
        first = random.random()
    with in_silence(1):
        assert random.random() == first


def lazy(board: list[Any]) -> int:
    return random.choice([cell for cell in range(len(board)) if board[cell] is None])


def noisy(board: list[Any]) -> int:
    return [cell for cell in range(9) if board[cell] is None][int(random.random() * board.count(None))]


def late(board: list[Any]) -> int:
    return noisy(board) if board.count(None) == 9 else board.index(None)


def test_draws_that_can_be_listed_are_proved() -> None:
    strategy = adapted("lazy", lazy, None)
    small = Game(3, 2, 2)
    for game in (GAME, small):
        require_support(strategy, game)
        assert not strategy.noisy
        assert consult(strategy, Position(game), random.Random()).moves == tuple(range(game.cells))
    assert prove(strategy, small, Side.X).games == prove(load("random"), small, Side.X).games


def test_draws_that_cannot_be_listed_are_measured() -> None:
    strategy = adapted("noisy", noisy, None)
    require_support(strategy, GAME)
    assert strategy.noisy
    answers = [consult(strategy, Position(GAME), random.Random(seed)).moves for seed in (1, 2, 3, 4, 1)]
    assert answers[0] == answers[4]
    assert len(set(answers)) > 1


def test_draws_that_show_late_make_it_noisy_from_then_on() -> None:
    strategy = adapted("late", late, None)
    require_support(strategy, GAME)
    assert not strategy.noisy
    with pytest.raises(StrategyError):  # a proof gives it no random numbers
        consult(strategy, Position(GAME), NO_DICE)
    assert strategy.noisy
    assert (
        consult(strategy, Position(GAME), random.Random(1)).moves
        == consult(strategy, Position(GAME), random.Random(1)).moves
    )
    assert adapted("late", late, None, noisy=True).noisy


def test_the_answer_of_one_decision_is_asked_for_every_time() -> None:
    """The check that asks again would see nothing if answers were remembered."""
    asked = []

    def lowest(board: list[str]) -> int:
        asked.append(1)
        assert set(board) <= {"X", "O", " "}
        return board.index(" ")

    strategy = adapted("own", lowest, None)
    require_support(strategy, GAME)
    before = len(asked)
    proof = prove(strategy, GAME, Side.X)
    assert len(asked) - before >= 2 * proof.asked_again.decisions


def test_a_game_that_no_reading_fits_is_no_crash() -> None:
    strategy = adapted("own", lambda board: 99, None)
    assert not strategy.supports(GAME)
    with refused("calling.called-with", "calling.it-at", "calling.answered:99"):
        consult(strategy, Position(GAME), random.Random())
    assert strategy.notes.read_as == ""


def test_a_player_of_a_package_whose_marks_another_file_of_it_has(tmp_path: Path) -> None:
    """Its board and the Enum of its marks stand in folders beside its own, which has them by their module alone."""
    parts = {
        "pencil_kinds/marks.py": "from enum import Enum\n\nclass Mark(Enum):\n    EMPTY = 0\n    X = 1\n    O = 2\n",
        "pencil_game/board.py": """
from pencil_kinds.marks import Mark

class Board:
    def __init__(self):
        self.values = [Mark.EMPTY] * 9

    def place_value(self, index, mark):
        self.values[index] = mark
""",
        "pencil_players/__init__.py": "",
        "pencil_players/first_free.py": """
import pencil_kinds.marks as marks
from pencil_game.board import Board

class FirstPlayer:
    def __init__(self, board_value: marks.Mark):
        self.value = board_value

    def get_next_move(self, board: Board) -> int:
        return next(at for at, mark in enumerate(board.values) if mark == marks.Mark.EMPTY and self.value != mark)
""",
    }
    for name, text in parts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    strategy = load(str(tmp_path / "pencil_players" / "first_free.py"))
    assert strategy.supports(GAME)
    for side in Side:
        assert prove(strategy, GAME, side).games == prove(load("first"), GAME, side).games


SHEET = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

class Sheet:
    def __init__(self):
        self.turn = "X"
        self.cells = [""] * 9

    def play(self, cell):
        self.cells[cell] = self.turn
        self.turn = "O" if self.turn == "X" else "X"

class Careful:
    def __init__(self, ARGUMENTS):
        self.ai, self.human = AI, HUMAN

    def get_best_move(self, sheet):
        free = [cell for cell in range(9) if sheet.cells[cell] == ""]
        for mark in (self.ai, self.human):
            for cell in free:
                for line in LINES:
                    others = [sheet.cells[other] for other in line if other != cell]
                    if cell in line and others == [mark, mark]:
                        return cell
        return free[0]
"""


@pytest.mark.parametrize(
    ("arguments", "ai", "human", "read_as"),
    [
        ('ai="O", human="X"', "ai", "human", "made of the mark to play, the other mark"),
        ('lines=8, ai="O", human="X"', "ai", "human", "made of 8, the mark to play, the other mark"),
        ("*unused", '"O"', '"X"', '"O" (own), "X" (the other\'s)'),
        ("*unused", "None", "None", '"X", "O", "" in Sheet.cells'),  # its game has still to set them
    ],
)
def test_a_player_that_is_made_for_o_is_asked_as_o_or_made_for_x(
    write: Write, arguments: str, ai: str, human: str, read_as: str
) -> None:
    """With the board as X sees it, it would win for the other side."""
    text = SHEET.replace("ARGUMENTS", arguments).replace("AI", ai).replace("HUMAN", human)
    strategy = load(f"{write(text)}:Careful")
    assert strategy.supports(GAME)
    assert read_as in str(strategy.notes.read_as)
    assert consult(strategy, parse_position("XX./OO./...", GAME), NO_DICE).moves == (2,)
    assert consult(strategy, parse_position("XX./OO./X..", GAME), NO_DICE).moves == (5,)


def test_an_object_that_is_told_who_begins_begins_with_x(write: Write) -> None:
    text = """
class Pad:
    def __init__(self, starter): self.cells, self.turn = [" "] * 9, starter
    def place(self, cell, mark): self.cells[cell] = mark
    def swap_turn(self): self.turn = "O" if self.turn == "X" else "X"
class Bot:
    def get_move(self, pad): return [n for n in range(9) if pad.cells[n] == " "][0 if pad.turn == "X" else -1]
"""
    strategy = load(f"{write(text)}:Bot")
    assert strategy.supports(GAME)
    assert consult(strategy, parse_position("X../O../...", GAME), NO_DICE).moves == (1,)
    assert consult(strategy, parse_position("XX./O../...", GAME), NO_DICE).moves == (8,)


def test_whose_turn_it_is_may_stand_in_the_class(write: Write) -> None:
    text = """
HUMAN, COMPUTER = 1, 2
class Pad:
    whos_turn = HUMAN
    def __init__(self):
        self.cells = [0] * 9
    def put(self, cell, player):
        self.cells[cell] = 2 if player == COMPUTER else 1
        self.whos_turn = COMPUTER if self.whos_turn == HUMAN else HUMAN
    def get_best_move(self):
        own, other = self.whos_turn, 3 - self.whos_turn
        free = [cell for cell in range(9) if self.cells[cell] == 0]
        for mark in (own, other):
            for cell in free:
                for line in LINES:
                    if cell in line and [self.cells[each] for each in line if each != cell] == [mark, mark]:
                        return cell
        return free[0]
"""
    lines = SHEET.partition("class")[0]
    strategy = load(f"{write(lines + text)}:Pad")
    assert strategy.supports(GAME)
    assert consult(strategy, parse_position("XX./OO./...", GAME), NO_DICE).moves == (2,)
    assert consult(strategy, parse_position("XX./OO./X..", GAME), NO_DICE).moves == (5,)


def test_an_object_may_be_made_of_a_plain_board(write: Write) -> None:
    text = """
class Solver:
    def __init__(self, cells, size, mine): self.cells, self.size, self.mine = cells, size, mine
    def next_move(self): return self.cells.index(" ", 4 if self.mine == "X" and self.cells[4] == " " else 0)
"""
    strategy = load(f"{write(text)}:Solver")
    assert strategy.supports(GAME)
    assert "made of the board, the number of columns, the mark to play" in str(strategy.notes.read_as)
    assert consult(strategy, parse_position("XO./.../...", GAME), NO_DICE).moves == (4,)
    with refused("reading.arguments"):
        Reading.from_text("flat X O _ by mark () -> index")


def test_what_a_web_kit_gives_is_no_answer(write: Write) -> None:
    text = (
        "from flask import jsonify\ndef best_move(board): return board.index(' ')\ndef level(board): return jsonify()"
    )
    assert load(write(text)).name.endswith("best_move")


PAD = """
class Pad:
    def __init__(self):
        self.cells, self.known = [" "] * 9, BEFORE

    def put(self, cell, letter):
        self.cells[cell] = letter
        self.known = AFTER

    def get_best_move(self):
        free = [cell for cell in range(9) if self.cells[cell] == " "]
        return ANSWER
"""


@pytest.mark.parametrize(
    ("before", "after", "answer", "plays"),
    [
        ("True", "not self.known", "free[0 if self.known else -1]", False),
        ('"X"', '"O" if self.known == "X" else "X"', 'free[0 if self.known == "X" else -1]', False),
        ("0", "self.known + 1", "free[0 if self.known < 2 else -1]", False),
        ("None", "cell", "free[0 if self.known is None else -1]", False),
        ("True", "cell > 3", "free[0] if self.known else None", True),  # it is over, and not asked
        ("0", "self.known + cell", "free[self.known * 0]", True),
        ('"X"', "letter", 'free[0 if self.player == "X" else -1]', True),  # chosen once, by its name
        ('"X"', '"O" if self.player == "X" else "X"', 'free[0 if self.player == "X" else -1]', False),
        ('"easy"', "letter", 'free[0 if self.level == "easy" else -1]', False),
    ],
)
def test_what_its_game_changes_besides_the_board_must_change_no_move(
    write: Write, before: str, after: str, answer: str, plays: bool
) -> None:
    text = PAD.replace("BEFORE", before).replace("AFTER", after).replace("ANSWER", answer)
    name = next((name for name in ("player", "level") if name in answer), "known")
    text = text.replace("self.known", f"self.{name}")
    strategy = load(f"{write(text)}:Pad")
    assert strategy.supports(GAME) is plays
    assert plays or "moves otherwise once its game has changed '" in str(strategy.why_not(GAME))


def test_what_its_game_alone_tells_an_object_is_not_made_up(tmp_path: Path) -> None:
    """Its game says which cell was taken first: without that its moves would be others."""
    (tmp_path / "told.py").write_text("""
class Pad:
    def __init__(self):
        self.cells = [" "] * 9
        self.first = -1

    def make_move(self, cell, letter):
        self.cells[cell] = letter

class ComputerPlayer:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, pad):
        free = [cell for cell in range(9) if pad.cells[cell] == " "]
        return free[0] if pad.first == 4 else free[-1]

def play(pad, players):
    for turn in range(9):
        cell = players[turn % 2].get_move(pad)
        if turn == 0:
            pad.first = cell
        pad.make_move(cell, "XO"[turn % 2])
""")
    strategy = load(str(tmp_path / "told.py"))
    assert not strategy.supports(GAME)

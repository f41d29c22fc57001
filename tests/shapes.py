"""Programs in the shapes that people write, and how each is driven by hand, without the library.

The programs are in tests/data/programs/shapes. Each has a function here that loads its text, up to its game loop where
it has one, and returns a player of tests/brute_force.py.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

from tests.brute_force import FAULT, Player, free_cells, side_of

SHAPES = Path(__file__).parent / "data" / "programs" / "shapes"
CHOICE = random.choice


@contextmanager
def in_folder(folder: Path, stand_ins: tuple[str, ...] = ()) -> Iterator[None]:
    """Import from a folder, with modules that stand in for windows and web pages; forget them at the end."""
    before = set(sys.modules)
    sys.modules.update({name: MagicMock() for name in stand_ins})
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if name in stand_ins or str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]


def program(name: str, until: str | None = None, stand_ins: tuple[str, ...] = ()) -> Any:
    """Run a program's text, up to a line that begins its game, and return its names."""
    path = SHAPES / name
    text = path.read_text()
    if until is not None:
        assert f"\n{until}" in text
        text = text[: text.index(f"\n{until}") + 1]
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    with in_folder(path.parent, stand_ins), redirect_stdout(StringIO()):
        exec(compile(text, str(path), "exec"), names)
    return SimpleNamespace(names=names, **{key: value for key, value in names.items() if key.isidentifier()})


def asked(find: Callable[[str], object]) -> Player:
    """Make a player of a function from a board to one cell; an exception or a cell that is not free is a fault."""

    def player(board: str) -> set[int]:
        try:
            with redirect_stdout(StringIO()):
                cell = find(board)
        except Exception:
            return {FAULT}
        return {cell} if isinstance(cell, int) and cell in free_cells(board) else {FAULT}

    return player


def every_choice(find: Callable[[str], object]) -> Player:
    """Make a player of a function that draws at most one `random.choice` for a move."""
    once = asked(find)

    def player(board: str) -> set[int]:
        found = set()
        try:
            for number in range(9):
                random.choice = lambda moves, number=number: moves[number % len(moves)]  # type: ignore[misc]
                found |= once(board)
        finally:
            random.choice = CHOICE
        return found

    return player


def marked(board: str, x: Any, o: Any, free: Any) -> list[Any]:
    return [{"X": x, "O": o, ".": free}[cell] for cell in board]


def own(board: str, mine: Any, theirs: Any, free: Any) -> list[Any]:
    """Return the cells with one mark for the side to move and one for the other."""
    return marked(board, mine, theirs, free) if side_of(board) == "X" else marked(board, theirs, mine, free)


def in_rows(cells: list[Any], columns: int = 3) -> list[list[Any]]:
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def cell_of(answer: Any, columns: int = 3) -> int:
    row, column = answer
    assert row >= 0
    assert 0 <= column < columns
    return int(row) * columns + int(column)


def first_change(before: list[Any], after: list[Any]) -> int:
    (cell,) = [cell for cell in range(len(before)) if before[cell] != after[cell]]
    return cell


def other(side: str) -> str:
    return "XO"[side == "X"]


def console_loop() -> Player:
    computer_move = program("console_loop.py", until='print("Welcome!').computer_move
    return asked(lambda board: computer_move(own(board, "O", "X", " ")))


def pygame_window() -> Player:
    game = program("pygame_window.py", until="while True:", stand_ins=("pygame",))

    def find(board: str) -> int:
        import numpy as np

        game.board[:] = np.array(in_rows(own(board, 2, 1, 0)))
        before = game.board.flatten().tolist()
        game.best_move()
        return first_change(before, game.board.flatten().tolist())

    return asked(find)


def tkinter_window() -> Player:
    stand_ins = ("tkinter",)
    game = program("tkinter_window.py", until="game = TicTacToe()", stand_ins=stand_ins)

    def find(board: str) -> int:
        window = game.TicTacToe()
        window.board = own(board, "O", "X", "")
        before = list(window.board)
        window.bot_move()
        return first_change(before, window.board)

    return asked(find)


def board_object() -> Player:
    game = program("board_object.py")

    def find(board: str) -> int:
        state = game.Board()
        state.squares = marked(board, "X", "O", "-")
        return game.GeniusPlayer(side_of(board)).get_move(state)  # type: ignore[no-any-return]

    return every_choice(find)


def game_state_rows() -> Player:
    module = program("game_state_rows.py")

    def find(board: str) -> int:
        game = module.Game()
        game.current_state = in_rows(own(board, "O", "X", "."))
        game.player_turn = "O"
        return cell_of(game.get_ai_move())

    return asked(find)


def self_board() -> Player:
    module = program("self_board.py")

    def find(board: str) -> int:
        game = module.TicTacToe()
        game.board = own(board, "O", "X", " ")
        before = list(game.board)
        game.computer_move()
        return first_change(before, game.board)

    return asked(find)


def global_board() -> Player:
    module = program("global_board.py")

    def find(board: str) -> int:
        module.board[:] = own(board, "O", "X", " ")
        before = list(module.board)
        module.computer_move()
        return first_change(before, module.board)

    return asked(find)


def global_one_based() -> Player:
    module = program("global_one_based.py", until="main()")

    def find(board: str) -> int:
        module.board[:] = [" ", *own(board, "O", "X", " ")]
        return module.comp_move() - 1  # type: ignore[no-any-return]

    return every_choice(find)


def dict_board() -> Player:
    module = program("dict_board.py", until="while not check_draw()")

    def find(board: str) -> int:
        before = own(board, "X", "O", " ")
        module.board.update(zip(range(1, 10), before, strict=True))
        with suppress(SystemExit):  # its way to end a game, when the move is on the board
            module.comp_move()
        return first_change(before, list(module.board.values()))

    return asked(find)


def constructor_mark() -> Player:
    module = program("constructor_mark.py")

    def find(board: str) -> int:
        side = side_of(board)
        return cell_of(module.AI(side, other(side)).choose_move(in_rows(marked(board, "X", "O", "_"))))

    return asked(find)


def human_and_computer() -> Player:
    module = program("human_and_computer.py")
    return asked(lambda board: module.ComputerPlayer(side_of(board)).make_move(marked(board, "X", "O", None)))


def aima_like() -> Player:
    module = program("aima_like.py")

    def find(board: str) -> int:
        game = module.TicTacToe()
        cells = [(cell // 3 + 1, cell % 3 + 1) for cell in range(9)]
        placed = {cells[i]: board[i] for i in range(9) if board[i] != "."}
        moves = [cells[i] for i in range(9) if board[i] == "."]
        row, column = module.alphabeta_search(module.GameState(side_of(board), 0, placed, moves), game)
        return cell_of((row - 1, column - 1))

    return asked(find)


def easy_ai() -> Player:
    module = program("easy_ai/game.py")

    def find(board: str) -> int:
        ai = module.AI_Player(module.ai_algo)
        game = module.TicTacToe([ai, ai])
        game.board = marked(board, 1, 2, 0)
        game.current_player = 1 if side_of(board) == "X" else 2
        return ai.ask_move(game) - 1  # type: ignore[no-any-return]

    return asked(find)


def paper_xo() -> Player:
    with in_folder(SHAPES):
        import importlib

        best_move = importlib.import_module("paper_xo.player").best_move
    return asked(lambda board: best_move(marked(board, "x", "o", "."), side_of(board).lower()))


def two_files() -> Player:
    board_module = ModuleType("xo_board")
    board_module.__dict__.update(program("two_files/xo_board.py", until='answer = ""').names)
    sys.modules["xo_board"] = board_module
    try:
        smart_move = program("two_files/xo_ai.py").smart_move
    finally:
        del sys.modules["xo_board"]
    return asked(lambda board: cell_of(smart_move(in_rows(marked(board, "X", "O", "#")), side_of(board))))


def streamlit_app() -> Player:
    app = program("streamlit_app.py", until="def click(i):", stand_ins=("streamlit",))
    return asked(lambda board: app.get_best_move(own(board, "O", "X", "")))


def pretty_table() -> Player:
    module = program("pretty_table.py", stand_ins=("colorama", "prettytable", "termcolor"))

    def find(board: str) -> int:
        side = side_of(board)
        return cell_of(module.get_move(in_rows(marked(board, "X", "O", "")), side, other(side)))

    return asked(find)


def q_learner() -> Player:
    choose_action = program("q_learner.py").choose_action
    return asked(lambda board: choose_action(own(board, 1, -1, 0)))


def four_by_four() -> Player:
    ai_move = program("four_by_four.py").ai_move
    return asked(lambda board: cell_of(ai_move(in_rows(own(board, "O", "X", "-"), 4)), 4))


def marks_bw() -> Player:
    get_best_move = program("marks_bw.py").get_best_move
    colour = {"X": "b", "O": "w"}
    return asked(lambda board: cell_of(get_best_move(in_rows(marked(board, "b", "w", ".")), colour[side_of(board)])))


def marks_12() -> Player:
    find_move = program("marks_12.py").find_move
    return asked(lambda board: cell_of(find_move(in_rows(marked(board, 1, 2, 0)), 1 if side_of(board) == "X" else 2)))


def own_numbers() -> Player:
    policy = program("own_numbers.py").policy
    return asked(lambda board: policy(own(board, 1, -1, 0)))


def random_ties() -> Player:
    computer_choice = program("random_ties.py").computer_choice
    return every_choice(lambda board: computer_choice(marked(board, "X", "O", " "), side_of(board)))


def cpu_turn() -> Player:
    cpu_move = program("cpu_turn.py").cpu_move

    def find(board: str) -> int:
        grid = in_rows(marked(board, "X", "O", ""))
        cpu_move(grid, side_of(board))
        return first_change(marked(board, "X", "O", ""), [cell for row in grid for cell in row])

    return asked(find)


def ai_short() -> Player:
    ai = program("ai_short.py").ai
    return asked(lambda board: ai(board, side_of(board)))


def bot() -> Player:
    bot = program("bot.py").bot
    return asked(lambda board: bot(marked(board, "x", "o", " "), side_of(board).lower()))


def pass_beside() -> Player:
    module = program("pass_beside.py")
    return asked(lambda board: module.RulePlayer("", side_of(board)).get_move(marked(board, "X", "O", " ")))


def minimax_globals() -> Player:
    ai_turn = program("minimax_globals.py").ai_turn
    return asked(lambda board: ai_turn(own(board, "O", "X", "")))


def numpy_board() -> Player:
    import numpy as np

    act = program("numpy_board.py").Agent().act
    player = {"X": 1, "O": -1}
    return asked(lambda board: cell_of(act(np.array(in_rows(marked(board, 1, -1, 0))), player[side_of(board)])))


def string_board() -> Player:
    next_move = program("string_board.py").next_move
    return asked(lambda board: next_move("".join(marked(board, "x", "o", "_"))))


def score_and_move() -> Player:
    minimax = program("score_and_move.py").minimax
    return asked(lambda board: cell_of(minimax(in_rows(marked(board, "X", "O", "-")), side_of(board))[1]))


def key_pad() -> Player:
    get_computer_move = program("key_pad.py").get_computer_move
    keys = [7, 8, 9, 4, 5, 6, 1, 2, 3]

    def find(board: str) -> int:
        cells = [" "] * 10
        for key, mark in zip(keys, marked(board, "X", "O", " "), strict=True):
            cells[key] = mark
        return keys.index(get_computer_move(cells, side_of(board)))

    return asked(find)


def off_by_one() -> Player:
    best_move = program("off_by_one.py").best_move
    return asked(lambda board: best_move(marked(board, "X", "O", " "), side_of(board)))


def illegal_answer() -> Player:
    get_move = program("illegal_answer.py").get_move
    return asked(lambda board: get_move(marked(board, "X", "O", " "), side_of(board)))


def raises() -> Player:
    smart_move = program("raises.py").smart_move
    return asked(lambda board: cell_of(smart_move(in_rows(marked(board, "X", "O", " ")), side_of(board))))


def wrong_marks() -> Player:
    computer = program("wrong_marks.py").computer
    return asked(lambda board: computer(own(board, "O", "X", " ")))


def rows_from_one() -> Player:
    move = program("rows_from_one.py").move

    def find(board: str) -> int:
        row, column = move(in_rows(marked(board, "X", "O", "*")))
        return cell_of((row - 1, column - 1))

    return asked(find)


def endless() -> Player:
    find_place = program("endless.py").find_place

    def find(board: str) -> int:
        if not free_cells(board) & {0, 2, 4, 6, 8}:
            return FAULT  # it would look at these five cells for ever
        return find_place(marked(board, "X", "O", ""))  # type: ignore[no-any-return]

    return asked(find)


def two_choices() -> Player:
    machine_turn = program("two_choices.py").machine_turn
    marks = {"X": 1, "O": 0}

    def find(board: str) -> int:
        grid = in_rows(marked(board, 1, 0, None))
        return cell_of(machine_turn(grid, marks[other(side_of(board))], marks[side_of(board)]))

    return asked(find)


def nested_state() -> Player:
    module = program("nested_state.py")
    return asked(lambda board: module.find_best_move(module.State(module.Grid(board.replace(".", " ")))).cell_index)

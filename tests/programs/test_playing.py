"""The parts of playing a program's own game; the corpus plays whole ones."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, NoAnswer, StrategyError, StrategyFault
from noughts.programs.file_program import _games_of, load
from noughts.programs.jail.limits import Limits
from noughts.programs.play import copies, manner, played
from noughts.programs.play.copies import Copies
from noughts.programs.play.manner import Discovery
from noughts.programs.play.played import PlayedProgram
from noughts.programs.play.sight import Sight
from noughts.programs.play.stage import Button, Offer, PressedButton, Typed
from noughts.programs.play.ways import WAYS, acts_of, answers_to, grids, is_again, lattice, likely

ROWS = [["X", "", ""], ["", "O", ""], ["", "", ""]]
SEEN = ("'X'", "''", "''", "''", "'O'", "''", "''", "''", "''")


@pytest.mark.parametrize(
    "board",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        [cell for row in ROWS for cell in row],
        ["unused", *(cell for row in ROWS for cell in row)],
        dict(enumerate(cell for row in ROWS for cell in row)),
        {row: dict(enumerate(cells)) for row, cells in enumerate(ROWS)},
        [[SimpleNamespace(mark=cell) for cell in row] for row in ROWS],
        [[{"at": (0, 0), "value": cell} for cell in row] for row in ROWS],
    ],
)
def test_a_board_in_any_container_is_seen(board: Any) -> None:
    assert Sight(STANDARD, [Path("/nowhere")]).contents(board) == SEEN


@pytest.mark.parametrize("other", [[1, 2], "XO", list(range(8)), [[0] * 3] * 2, {}, None, [[]] * 9, [print] * 9])
def test_another_object_is_not_a_board(other: Any) -> None:
    assert Sight(STANDARD, [Path("/nowhere")]).contents(other) is None


def test_a_board_that_is_not_square() -> None:
    assert Sight(Game(2, 3, 2), [Path("/nowhere")]).contents([[1, 0], [0, 0], [0, 2]]) == ("1", "0", "0", "0", "0", "2")
    assert Sight(Game(2, 3, 2), [Path("/nowhere")]).contents([[1, 0, 0], [0, 0, 2]]) is None


def test_a_board_that_lasts_comes_before_a_copy_of_it() -> None:
    table = SimpleNamespace(cells=list(SEEN))

    def ask(copied: list[str]) -> list[str]:
        return list(Sight(STANDARD, [Path(__file__).parent]).boards())

    names = ask(list(table.cells))
    assert names.index(f"table of {test_a_board_that_lasts_comes_before_a_copy_of_it.__name__}().cells") < names.index(
        "copied of ask()"
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Your move (1-9): ", "its number, from 1"),
        ("Your move (0-8): ", "its number, from 0"),
        ("Enter row and column (1-3): ", "row and column, from 1"),
        ("Enter column and row (0-2): ", "column and row, from 0"),
        ("Which square, such as B2? ", "its name, as A1"),
        ("Which row? ['top', 'middle', 'bottom']", "its row, then its column, in words"),
    ],
)
def test_a_question_makes_a_way_to_type_likely(question: str, expected: str) -> None:
    assert likely(question)[0].startswith(expected)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", [STANDARD, Game(4, 3, 3)])
def test_a_way_types_each_cell_otherwise(way: str, game: Game) -> None:
    typed = [tuple(acts_of(way, cell, game, Offer())) for cell in range(game.cells)]
    assert len(set(typed)) == (1 if "in words" in way and game != STANDARD else game.cells)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("1) easy\n2) medium\n3) impossible\nLevel: ", "3"),
        ("[1] two players\n[2] against the computer\n? ", "2"),
        ("1. Player vs Player\n2. Player vs CPU\n3. CPU vs CPU\nInput: ", "2"),
        ("TYPE...\n- 1 to play a FRIEND\n- 2 to play an EASY bot\n- 3 to play a HARD bot\n- 4 to quit", "3"),
        ("Is X a human, random, or a computer? ", "computer"),
        ("How far shall it look ahead? (1-9) ", "9"),
        ("Beginner or advanced? (b, a) ", "a"),
        ("Choose Easy (1), Medium (2), Impossible (3): ", "3"),
        ("Level 1 (easy), 2 (medium), 3 (hard): ", "3"),
        ("[E]asy, [M]edium or [H]ard? ", "H"),
        ("Difficulty: easy=1 medium=2 hard=3 ", "3"),
        ("0 - easy, 1 - medium, 2 - hard: ", "2"),
        ("Against a human (1) or the computer (2)? ", "2"),
        ("Do you want to be X or O? ", "X"),
        ("Do you want to go first (y/n)? ", "y"),
        ("Would you like to go first? ", "yes"),
        ("How?\n  1   two players\n  2   an unbeatable machine\n", "2"),
    ],
)
def test_a_menu_is_answered_by_what_it_offers(question: str, first: str) -> None:
    assert answers_to(Offer(question), question)[0] == Typed(first)


def test_a_button_for_a_game_against_the_program_comes_first() -> None:
    offer = Offer(buttons=(Button("Quit"), Button("2 players"), Button("Play against the computer")))
    assert answers_to(offer, "") == [PressedButton(2), PressedButton(1), PressedButton(0)]


def test_another_game_is_not_a_move() -> None:
    assert is_again("Do you want to play again? (y/n) ")
    assert not is_again("Your move: ")
    assert not is_again("Whom do you want to play against?")


def test_buttons_in_a_grid_are_cells() -> None:
    cells = tuple(Button("", n // 3, n % 3) for n in (8, 7, 6, 5, 4, 3, 2, 1, 0))
    offer = Offer(buttons=(Button("New game"), *cells))
    assert [acts_of("its button", cell, STANDARD, offer) for cell in (0, 8)] == [[PressedButton(9)], [PressedButton(1)]]
    assert acts_of("its button", 0, STANDARD, Offer(buttons=cells[:5])) == []


def test_a_click_in_a_window() -> None:
    offer = Offer(size=(300, 400))
    (whole, top, bottom) = grids(STANDARD, offer)
    assert [(one[4].x, one[4].y) for one in (whole, top, bottom)] == [(150, 200), (150, 150), (150, 250)]
    assert len(set(lattice(offer))) == 100


@pytest.mark.parametrize(
    ("files", "games"),
    [
        ({"mine.py": "def move(board): return 0"}, []),
        ({"mine.py": "input()"}, ["mine.py"]),
        ({"mine.py": "import tkinter"}, ["mine.py"]),
        ({"mine.py": "import graphics", "graphics.py": ""}, []),
        ({"mine.py": "def move(board): return 0", "game.py": "import mine\ninput()"}, ["game.py"]),
        ({"mine.py": "", "game.py": "import mine\ninput()", "other.py": "import mine\ninput()"}, ["game.py"]),
        ({"mine.py": "", "game.py": "import mine\ninput()", "count.py": "import game\ninput()"}, ["game.py"]),
        ({"mine.py": "", "one.py": "import mine\ninput()", "other.py": "import mine\ninput()"}, []),
        (
            {"mine.py": "", "game.py": "import mine, tkinter", "text.py": "import mine\ninput()"},
            ["text.py", "game.py"],
        ),
        (
            {"mine.py": "", "game.py": "import mine\ninput()", "main.py": "import game\ninput()"},
            ["main.py"],
        ),
        (
            {"mine.py": "", "__init__.py": "from .mine import move", "../main.py": "from package import move\ninput()"},
            ["main.py"],
        ),
        (
            {
                "mine.py": "",
                "game.py": "from package import mine\ninput()",
                "../web.py": "from package import mine\ninput()",
            },
            ["game.py"],
        ),
        ({"mine.py": "", "../beside/play.py": "from package import mine\ninput()"}, ["play.py"]),
        ({"mine.py": "import talk", "talk.py": "def ask(): return input()"}, ["mine.py"]),
        ({"mine.py": "", "start": "#!/usr/bin/env python3\nimport mine\ninput()"}, ["start"]),
    ],
)
def test_which_file_is_the_game(tmp_path: Path, files: dict[str, str], games: list[str]) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    (tmp_path / "beside").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    assert [file.name for file in _games_of(folder / "mine.py")] == games


def test_the_name_of_the_game_is_no_menu() -> None:
    question = "Tic-Tac-Toe with minimax\nSelect your letter: "
    assert Typed("Tic") not in answers_to(Offer(question), question)


def test_a_game_of_two_computers_is_never_chosen() -> None:
    question = "AI vs AI or Player vs AI(1/2)"
    answers = [act.text for act in answers_to(Offer(question), question) if isinstance(act, Typed)]
    assert "1" not in answers
    assert answers.index("2") < 3


MENU = """
import random
cells = [" "] * 9
def show():
    print(cells)
def moves(mark):
    cells[random.choice([i for i in range(9) if cells[i] == " "])] = mark
def won(mark):
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    return any(all(cells[i] == mark for i in line) for line in lines)
choice = ""
while choice not in ("1", "2"):
    choice = input("? ")
for turn in range(9):
    mark = "XO"[turn % 2]
    if choice == "2" and mark == "X":
        cells[int(input("cell, 1 to 9: ")) - 1] = "X"
    else:
        moves(mark)
    show()
    if won(mark):
        break
input("The end. ")
"""
copied = pytest.mark.skipif(not hasattr(os, "fork"), reason="copies need fork")


@contextmanager
def discovered(folder: Path, text: str) -> Iterator[tuple[Discovery, Copies]]:
    """Yield how a game is played, found out in 300 acts at most, and its session."""
    (folder / "game.py").write_text(text)
    session = Copies(folder / "game.py", STANDARD)
    try:
        discovery = Discovery(session, STANDARD)
        discovery.search_one(acts=300, seconds=60.0)
        yield discovery, session
    finally:
        session.close()


@copied
@pytest.mark.gate
def test_a_menu_s_game_between_two_programs_is_not_listed(tmp_path: Path) -> None:
    """One draw of it is followed: all its draws would take thousands of copies, and the person plays another game."""
    with discovered(tmp_path, MENU) as (discovery, session):
        assert list(discovery.manners) == [Side.O]
        assert len(session._nodes) < 500


@copied
@pytest.mark.gate
def test_a_game_with_too_many_outcomes_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is listed already stays; the other moves are drawn, one at a time."""
    monkeypatch.setattr(played, "_MOST_LISTED", 10)
    (tmp_path / "game.py").write_text(MENU.replace('choice = ""', 'choice = "2"'))
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        first, second, third = (Position(STANDARD).play(cell) for cell in (4, 0, 1))
        assert len(program.decide(first, Random(0)).moves) == 8
        assert len(program.decide(second, Random(0)).moves) == 8
        assert not program.noisy
        assert len(program.decide(third, Random(0)).moves) == 1
        assert program.noisy
        assert len(program.decide(first, Random(0)).moves) == 8
        assert "outcomes" in program.notes.unlisted
    finally:
        program.close()


@copied
@pytest.mark.gate
def test_a_game_that_begins_in_too_many_ways_is_measured(tmp_path: Path) -> None:
    """Its first prompts stay: they may not take every place. That was said to be a fault of the program's."""
    draws = "noise = [random.choice(range(5)) for _ in range(3)]\n"
    game = MENU.replace('choice = ""', f'{draws}choice = "2"')
    (tmp_path / "game.py").write_text(game)
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        assert len(program.decide(Position(STANDARD).play(4), Random(0)).moves) == 1
        assert program.noisy
        assert "before its first prompt" in program.notes.unlisted
    finally:
        program.close()


FALLING = """
board = START
def cells(column):
    return CELLS
def free():
    return [column for column in range(5) if any(board[i][j] == "." for i, j in cells(column))]
def drop(column, mark):
    i, j = next((i, j) for i, j in cells(column) if board[i][j] == ".")
    board[i][j] = mark
while free():
    print(board)
    column = COLUMN
    if column not in free():
        continue
    drop(column, "a")
    if free():
        drop(max(free(), key=lambda column: (len([1 for i, j in cells(column) if board[i][j] == "."]), column)), "b")
"""
LAYOUTS = {  # of five columns and four rows: a board, and the cells of a column, the lowest first
    "rows": ("[['.'] * 5 for _ in range(4)]", "[(row, column) for row in (3, 2, 1, 0)]"),
    "rows from below": ("[['.'] * 5 for _ in range(4)]", "[(row, column) for row in range(4)]"),
    "columns": ("[['.'] * 4 for _ in range(5)]", "[(column, row) for row in (3, 2, 1, 0)]"),
    "columns from below": ("[['.'] * 4 for _ in range(5)]", "[(column, row) for row in range(4)]"),
}
COLUMNS = ("int(input('column? '))", "int(input('column? ')) - 1", "'abcde'.find(input('column? '))")


def fullest(position: Position) -> int:
    """What the game above does: a stone in the column with the most free cells, of equal ones the last."""
    columns = {move % position.game.m: move for move in position.legal_moves}
    return columns[max(columns, key=lambda column: (columns[column] // position.game.m, column))]


@copied
@pytest.mark.gate
@pytest.mark.parametrize(("layout", "column"), list(zip(LAYOUTS, (*COLUMNS, COLUMNS[0]), strict=True)))
def test_where_stones_fall_a_game_is_played_by_its_columns(tmp_path: Path, layout: str, column: str) -> None:
    """However its board is kept, and a column is named: its moves are those that its text says."""
    board, cells = LAYOUTS[layout]
    text = FALLING.replace("START", board).replace("CELLS", cells).replace("COLUMN", column)
    (tmp_path / "game.py").write_text(text)
    program, game = (
        PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game)),
        Game(5, 4, 5, gravity=True),
    )
    try:
        assert program.seats(game) == (Side.O,)
        position, rng = Position(game), Random(layout)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
            if position.outcome is None:
                assert program.decide(position, rng).moves == (fullest(position),), position
                position = position.play(fullest(position))
    finally:
        program.close()


SIX = """
cells = [" "] * 6
for turn in range(3):
    cells[int(input("cell, 1 to 6: ")) - 1] = "X"
    print(cells)
    if cells[:3] == ["X"] * 3 or cells[3:] == ["X"] * 3:
        break
    cells[cells.index(" ")] = "O"
    print(cells)
input("The end. ")
"""


@copied
@pytest.mark.gate
def test_a_game_that_is_walked_is_played_depth_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each prompt whose copy has ended for another one would have to be played up to again."""
    game, again = Game(3, 2, 3), list[int]()
    monkeypatch.setattr(copies, "PLACES", 5)
    watch_one = Copies._watch_one

    def noted(self: Copies, number: int) -> None:
        again.append(number)
        watch_one(self, number)

    monkeypatch.setattr(Copies, "_watch_one", noted)
    (tmp_path / "game.py").write_text(SIX)
    found = list[dict[Position, tuple[int, ...]]]()
    for is_walked in (True, False):
        again.clear()
        program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
        if is_walked:
            program.expect_all(game)
        moves, positions = dict[Position, tuple[int, ...]](), [Position(game)]
        while positions:  # ply by ply, as a proof asks
            after = [position.play(cell) for position in positions for cell in position.legal_moves]
            asked = [position for position in dict.fromkeys(after) if position.outcome is None]
            moves |= {position: program.decide(position, Random(0)).moves for position in asked}
            replies = [position.play(moves[position][0]) for position in asked]
            positions = [position for position in replies if position.outcome is None]
        program.close()
        found.append(moves)
        assert (not again) is is_walked
    assert found[0] == found[1]


@copied
@pytest.mark.gate
def test_a_game_that_is_not_understood_in_time_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not refused: with more time it might be played."""
    monkeypatch.setattr(manner, "_SECONDS", 0.0)
    (tmp_path / "game.py").write_text("cells = [' '] * 9\nwhile True: input('? ')")
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    with pytest.raises(LimitExceeded):
        program.supports(STANDARD)
    program.close()


BY_COORDINATES = """
cells = [" "] * 9
while " " in cells:
    print(cells)
    x, y = input("x and y, as 21: ")
    cells[int(x) + 3 * int(y)] = "X"
    cells[1 if cells[1] == " " else cells.index(" ")] = "O"
"""


@copied
@pytest.mark.gate
def test_a_move_that_is_read_otherwise_is_no_move_though_the_reply_comes_where_it_should_be(tmp_path: Path) -> None:
    """As row and column from 1 b1 is typed 12, which is b3 here, and the reply comes to b1; then 23 is no cell."""
    with discovered(tmp_path, BY_COORDINATES) as (discovery, _):
        assert discovery.manners[Side.O].way == "column and row, from 0, together"


FAILS = """
level, cells = input("\\033[1mEasy (1), hard (2)?\\033[0m "), ["."] * 9
while "." in cells:
    cell = int(input("cell, 1 to 9: ")) - 1
    if level == "2" and cells.count(X) == 1 and cell > 4: raise ValueError
    cells[cell] = X
    cells[cells.index(".")] = "\\033[34mO\\033[0m"
""".replace("X", '"\\033[31mX\\033[0m"')


@copied
@pytest.mark.gate
def test_the_hard_level_is_taken_though_it_fails_and_colours_are_no_text(tmp_path: Path) -> None:
    with discovered(tmp_path, FAILS) as (discovery, _):
        assert discovery.manners[Side.O].in_words().endswith('answered "2" (of "Easy", "hard")')


OVERWRITES = """
cells = [" "] * 9
while " " in cells:
    cells[int(input("cell, 1 to 9: ")) - 1] = "X"
    print(cells)
    cells[8 if cells[8] == "X" else cells.index(" ")] = "O"
"""


@copied
@pytest.mark.gate
def test_who_writes_over_the_stone_that_came_breaks_the_rules(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(OVERWRITES)
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        assert program.decide(Position(STANDARD).play(4), Random(0)).moves == (0,)
        with pytest.raises(StrategyFault, match="took a cell that is not free"):
            program.decide(Position(STANDARD).play(8), Random(0))
    finally:
        program.close()


AGAIN = """
import tkinter
root, cells = tkinter.Tk(), [" "] * 9
def press(i):
    if cells[i] == " ":
        cells[i] = "X"
        cells[0 if cells[8] == "X" and cells[0] == "O" and cells[5] == "X" else cells.index(" ")] = "O"
        if cells[:3] == ["O"] * 3:
            root.after(1500, again)
def again():
    cells[:] = [" "] * 9
    cells[4] = "O"
for i in range(9):
    tkinter.Button(root, command=lambda i=i: press(i)).grid(row=i // 3, column=i % 3)
root.mainloop()
"""


@copied
@pytest.mark.gate
@pytest.mark.skipif(find_spec("tkinter") is None, reason="there is no tkinter (python3-tk)")
def test_in_a_window_a_game_ends_before_the_next_one_and_a_move_is_missed(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(AGAIN)
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        assert program.decide(Position.from_stones(STANDARD, (3, 4, 8), (0, 1)), Random(0)).moves == (2,)
        with pytest.raises(StrategyFault, match="made no move"):
            program.decide(Position.from_stones(STANDARD, (5, 8), (0,)), Random(0))
    finally:
        program.close()


DRAWN_MARK = """
import random
mark, cells = random.choice("BVZ"), list("123456789")
while any(map(str.isdigit, cells)):
    cells[int(input("cell, 1 to 9: ")) - 1] = "X"
    free = [int(cell) - 1 for cell in cells if cell.isdigit()]
    cells[free[0]] = mark
"""


@copied
@pytest.mark.gate
@pytest.mark.parametrize("depends", [False, True])
def test_a_mark_is_drawn_and_how_it_plays_is_not(tmp_path: Path, depends: bool) -> None:
    text = DRAWN_MARK.replace("free[0]", 'free[-1 if mark == "V" else 0]') if depends else DRAWN_MARK
    (tmp_path / "game.py").write_text(text)
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        if not depends:
            assert program.decide(Position(STANDARD).play(4), Random(0)).moves == (0,)
            return
        with pytest.raises(StrategyError, match="begins alike"):
            program.decide(Position(STANDARD).play(4), Random(0))
    finally:
        program.close()


LOOPS_BY_CHANCE = """
import random
cells = [" "] * 9
while " " in cells:
    cells[int(input("cell, 1 to 9: ")) - 1] = "X"
    draw = random.choice([0, 1, 2])
    while draw == 1:
        pass
    cells[cells.index(" ") + draw * 0] = "O"
"""


@copied
@pytest.mark.timing
def test_where_one_of_several_copies_is_late_nothing_more_is_asked(tmp_path: Path) -> None:
    """The others go on, and what they report would be taken for the answer to what is asked next."""
    (tmp_path / "game.py").write_text(LOOPS_BY_CHANCE)
    session = Copies(tmp_path / "game.py", STANDARD, answer_seconds=2.0)
    try:
        [(_, first)] = session.begin()
        for _ in range(2):
            with pytest.raises(NoAnswer):
                session.after(first, Typed("5"))
    finally:
        session.close()


def test_a_missing_module_ends_a_game_where_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        "import nowhere\nshow = nowhere.show\ninput('Go? ')\ntry:\n    show()\nexcept Exception:\n    print(0)"
    )
    session = Copies(tmp_path / "game.py", STANDARD)
    ((_, first),) = session.begin()
    ((_, after),) = session.after(first, Typed(""))
    session.close()
    assert (first.end, after.is_cut, after.fault) == ("", True, False)
    assert "needs the module 'nowhere'" in after.end


@copied
@pytest.mark.timing
def test_a_first_thought_that_takes_too_long_is_told_from_waiting(tmp_path: Path) -> None:
    """The first copy is this process's own child: it is there after its end, until it is waited for."""
    (tmp_path / "game.py").write_text("while True: pass")
    session = Copies(tmp_path / "game.py", STANDARD, answer_seconds=0.5)
    try:
        with pytest.raises(NoAnswer, match="s of processor time"):
            session.begin()
    finally:
        session.close()


OTHERWISE_IN_ITS_GAME = """
level = 0
def get_move(board):
    return [cell for cell in range(9) if board[cell] == " "][level]
def play():
    board = [" "] * 9
    while " " in board:
        board[int(input("cell, 1 to 9: ")) - 1] = "X"
        board[get_move(board)] = "O"
if __name__ == "__main__":
    level = -1
    play()
"""


SECOND = """
cells = [" "] * 9
while " " in cells:
    cells[int(input("Your turn. Move [0,8]: "))] = "X"
    cells[cells.index(" ")] = "O"
"""


@copied
def test_an_answer_that_was_a_move_gives_no_seat(tmp_path: Path) -> None:
    """The question looks like one between two answers; after one of these the program has moved, and not first."""
    (tmp_path / "game.py").write_text(SECOND)
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        assert program.seats(STANDARD) == (Side.O,)
    finally:
        program.close()


FIRST = """
from random import randint
cells, human, computer = [" "] * 9, "X", "O"
if input("Player 1 or 2? ") == "2":
    human, computer = computer, human
    cells[[4, 0][randint(0, 2)]] = computer
while " " in cells:
    cells[int(input("Your move (1-9): ")) - 1] = human
    if " " in cells:
        cells[cells.index(" ")] = computer
"""


@copied
def test_a_first_move_that_raises_for_one_of_its_draws_is_a_broken_rule(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(FIRST)
    program = PlayedProgram("game.py", lambda game: Copies(tmp_path / "game.py", game))
    try:
        assert program.seats(STANDARD) == (Side.X, Side.O)
        decision = program.decide(Position(STANDARD), Random(0))
        assert (decision.moves, decision.chances) == ((0, 4), (Fraction(1, 3), Fraction(1, 3)))
        assert "IndexError" in str(decision.fault)
    finally:
        program.close()


@copied
def test_what_a_game_needs_is_said_where_its_function_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text("""
import nowhere_to_be_found

def best_move(board, whatever, else_):
    return board.best(whatever, else_)

cells = [" "] * 9
cells[int(input("Your move (0-8): "))] = "X"
nowhere_to_be_found.think(cells)
""")
    program = load(str(tmp_path / "game.py"), "", Limits())
    assert not program.supports(STANDARD)
    assert "it needs the module 'nowhere_to_be_found'" in str(program.why_not(STANDARD))


@copied
@pytest.mark.gate
def test_what_a_function_was_tried_at_is_no_answer_of_the_game(tmp_path: Path) -> None:
    """The game says otherwise, and is played; the function's reply was kept to be given later."""
    (tmp_path / "game.py").write_text(OTHERWISE_IN_ITS_GAME)
    program = load(str(tmp_path / "game.py"), "", Limits())
    try:
        assert program.supports(STANDARD)
        assert program.notes.read_as.startswith("its own game")
        assert program.decide(Position(STANDARD).play(4), Random(0)).moves == (8,)
    finally:
        program.close()

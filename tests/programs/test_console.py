"""Games of a console are driven as a person would; verdicts and counts are those of the same games played by hand."""

import random
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.app.players import Loader, load_player
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import NoAnswer, StrategyError, StrategyFault
from noughts.players.player import NO_DICE, Player, consult
from noughts.programs.consoles.console import ConsoleStrategy
from noughts.prove import prove
from tests.brute_force import brute_force, free_cells
from tests.refusals import refused

CONSOLES = Path(__file__).parent.parent / "data" / "consoles"
GAME = Game(3, 3, 3)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


def console(name: str) -> Player:
    return load_player(f"console:{sys.executable} {CONSOLES / name}")


def first_of(cells: tuple[int, ...]) -> Callable[[str], set[int]]:
    return lambda board: {next(cell for cell in cells if cell in free_cells(board))}


def win_or_block(board: str) -> set[int]:
    """Win, else block, else the centre, a corner, a side: as the games of `marks.py` and `questions.py` do."""
    mine = "X" if board.count(".") % 2 else "O"
    for who in (mine, "XO"[mine == "X"]):
        for line in LINES:
            free = [cell for cell in line if board[cell] == "."]
            if len(free) == 1 and [board[cell] for cell in line].count(who) == 2:
                return {free[0]}
    return first_of((4, 0, 2, 6, 8, 1, 3, 5, 7))(board)


def win_or_block_by_cell(board: str) -> set[int]:
    """The same, but of several cells that win or block the lowest: as the other games do."""
    mine = "X" if board.count(".") % 2 else "O"
    for who in (mine, "XO"[mine == "X"]):
        for cell in sorted(free_cells(board)):
            if any(all(board[one] == who for one in line if one != cell) for line in LINES if cell in line):
                return {cell}
    return first_of((4, 0, 2, 6, 8, 1, 3, 5, 7))(board)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "side", "said"),
    [
        ("{python} {folder}/play_again.py", Side.X, ["row and column, from 1"]),
        ("{python} {folder}/play_again.py coin", Side.X, ["it was started again until it gave the seat"]),
        (
            "/usr/bin/env {python} {folder}/commands.py",
            Side.X,
            ['answered "start hard user"', "row and column, from 1"],
        ),
    ],
    ids=["asks for another game", "draws who begins", "asks for a command"],
)
def test_all_games_of_a_console(command: str, side: Side, said: list[str]) -> None:
    player = load_player(f"console:{command.format(python=sys.executable, folder=CONSOLES)}")
    games = prove(player, GAME, side).games
    expected = brute_force(win_or_block_by_cell, str(side.name))
    assert (games.win, games.draw, games.loss) == (expected.won, expected.drawn, expected.lost) == (80, 14, 0)
    assert all(one in player.notes.assumes for one in said)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("command", "said"),
    [("play_again.py coin", "it draws who begins"), ("commands.py", 'answered "start user hard"')],
)
def test_its_replies_moving_second(command: str, said: str) -> None:
    player, rng = console(command), random.Random(2)
    for _ in range(4):
        position = Position(GAME)
        while position.outcome is None:
            if position.side is Side.O:
                [move] = consult(player, position, rng).moves
                assert {move} == win_or_block_by_cell(str(position).replace("/", ""))
            else:
                move = rng.choice(position.legal_moves)
            position = position.play(move)
    assert said in player.notes.assumes


@pytest.mark.slow
def test_one_that_begins_late_in_a_wrapper() -> None:
    """Nothing is written for a while, and the process that waits for a line is not the one that was started."""
    player = load_player(f"console:sh {CONSOLES}/slow_start.sh {sys.executable}")
    position = Position(GAME)
    for move in (0, 1):
        [reply] = consult(player, position, random.Random(0)).moves
        assert {reply} == win_or_block_by_cell(str(position).replace("/", ""))
        position = position.play(reply).play(move)


CRASHES = """
board = ["."] * 9
def show():
    print(*board[:3]); print(*board[3:6]); print(*board[6:])
show()
while True:
    cell = int(input("move 1-9: ")) - 1
    if cell == 0: {what}
    board[cell] = "X"
    board[[one for one in (4, 2, 6, 8, 3, 7, 0, 1, 5) if board[one] == "."][0]] = "O"
    show()
"""


@pytest.mark.parametrize(
    ("what", "kind", "complaint"),
    [
        ("1 / 0", StrategyFault, "it ended with exit code 1"),
        ("raise SystemExit(3)", StrategyError, "ended its game at .* before a move of it was seen"),
        ("continue", StrategyError, "did not take a1"),
    ],
)
def test_it_is_blamed_for_what_was_seen(tmp_path: Path, what: str, kind: type[StrategyError], complaint: str) -> None:
    file = tmp_path / "game.py"
    file.write_text(CRASHES.format(what=what))
    player = ConsoleStrategy(f"{sys.executable} {file}")
    assert consult(player, Position(GAME).play(1), random.Random(0)).moves == (4,)
    with pytest.raises(StrategyError, match=complaint) as caught:
        player.decide(Position(GAME).play(0), random.Random(0))
    assert type(caught.value) is kind


@pytest.mark.slow
def test_the_counts_are_those_of_the_game_played_by_hand() -> None:
    player = console("pairs.py")
    games = prove(player, GAME, Side.X).games
    expected = brute_force(first_of((8, 0, 4, 2, 6, 1, 3, 5, 7)), "X")
    assert (games.win, games.draw, games.loss) == (expected.won, expected.drawn, expected.lost)
    assert "row and column, from 0, with a comma" in player.notes.assumes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "side", "way"),
    [("marks.py", Side.O, "its number, from 1"), ("questions.py", Side.X, "row, then column, from 1")],
)
def test_its_moves_in_some_games(name: str, side: Side, way: str) -> None:
    player, rng = console(name), random.Random(1)
    for _ in range(8):
        position = Position(GAME)
        while position.outcome is None:
            if position.side is side:
                [move] = consult(player, position, rng).moves
                assert {move} == win_or_block(str(position).replace("/", ""))
            else:
                move = rng.choice(position.legal_moves)
            position = position.play(move)
    assert way in player.notes.assumes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "side", "complaint"),
    [
        ("marks.py", Side.X, "cannot be had moving first in its own game: try --seat second"),
        ("pairs.py", Side.O, "cannot be had moving second in its own game: try --seat first"),
    ],
)
def test_a_seat_that_it_does_not_have(name: str, side: Side, complaint: str) -> None:
    position = Position(GAME) if side is Side.X else Position(GAME).play(4)
    with pytest.raises(StrategyError, match=complaint):
        console(name).decide(position, random.Random(0))


def test_one_that_breaks_the_rules() -> None:
    """It takes its own cell once more: no new stone is there."""
    player = ConsoleStrategy(f"{sys.executable} {CONSOLES / 'overwrites.py'}", seconds=9)
    after = Position(GAME).play(0)
    assert consult(player, after, random.Random(0)).moves == (8,)
    with pytest.raises(StrategyFault, match="made no move at") as caught:
        player.decide(after.play(8).play(1), random.Random(0))
    assert caught.value.kind == "illegal"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("print('hello')", "no move of it was seen; last it showed 'hello'"),
        ("input('Your move: ')", "no move of it was seen; last it showed 'Your move:'"),
        ("import time\nprint('1|2|3\\n4|5|6\\n7|8|9')\nwhile True: time.sleep(9)", "did not ask for a move within"),
        (
            "while True: input('What is your name? ')",
            "no move of it was seen; last it showed .*What is",
        ),
    ],
)
def test_what_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, complaint: str) -> None:
    monkeypatch.setattr("noughts.programs.consoles.console._START_SECONDS", 1.5)
    file = tmp_path / "game.py"
    file.write_text(program)
    with pytest.raises((StrategyError, StrategyFault, NoAnswer), match=complaint) as caught:
        ConsoleStrategy(f"{sys.executable} {file}", seconds=1).decide(Position(GAME).play(4), random.Random(0))
    assert "\n" not in str(caught.value)


def test_an_answer_that_differs(tmp_path: Path) -> None:
    """A game that draws at random comes elsewhere when it is played again: that is said, and is not a verdict."""
    file = tmp_path / "game.py"
    file.write_text(
        "import random\nboard = ['.'] * 9\nwhile True:\n"
        "    print(*board[:3]); print(*board[3:6]); print(*board[6:])\n"
        "    board[int(input('move 1-9: ')) - 1] = 'X'\n"
        "    free = [cell for cell in range(9) if board[cell] == '.']\n"
        "    board[random.choice(free)] = 'O'\n"
    )
    with pytest.raises(StrategyError, match=r"answered otherwise|does not come to"):
        prove(ConsoleStrategy(f"{sys.executable} {file}"), GAME, Side.O)


JUDGES = Path(__file__).parent.parent / "data" / "programs" / "prints_two_numbers.py"
TURN = "{mark}\\n{rows}"
FIRST = "import sys; mark, *rows = sys.stdin.read().split(); cell = ''.join(rows).index('_'); "


def by_turn(text: str, turn: str = TURN, read: str = "") -> Player:
    """Return a program in Python that is started for each position; without `text` that of the corpus."""
    options = f"(read={read})" if read else ""
    command = f"-c {shlex.quote(text)}" if text else JUDGES
    return Loader(turn=turn)(f"console{options}:{sys.executable} {command}")


@pytest.mark.slow
@pytest.mark.parametrize(("side", "counts"), [(Side.X, (80, 14, 0)), (Side.O, (350, 127, 12))])
def test_all_games_of_a_program_that_reads_one_position(side: Side, counts: tuple[int, int, int]) -> None:
    """The program of the corpus, whose function gives the same counts."""
    player = by_turn("")
    games = prove(player, GAME, side).games
    assert (games.win, games.draw, games.loss) == counts
    assert player.notes.read_as == f"program that reads '{TURN}'; prints (row, column)"
    assert "a new process for every position" in player.notes.assumes


@pytest.mark.gate
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print(cell)", "the cell's number, from 0"),
        ("print('debug', 7); print(cell + 1)", "the cell's number, from 1"),
        ("print(f'row {cell // 3}, column {cell % 3}')", "(row, column)"),
        ("print(cell // 3 + 1); print(cell % 3 + 1)", "(row, column), from 1"),
        ("print(cell % 3, cell // 3); sys.exit(5)", "(column, row)"),
    ],
)
def test_moves_are_read_as_they_are_legal(answer: str, said: str) -> None:
    player = by_turn(FIRST + answer)
    assert player.supports(GAME)
    assert player.notes.read_as.endswith(f"; prints {said}")
    assert consult(player, parse_position("XOX/.../..."), NO_DICE).moves == (3,)


@pytest.mark.gate
def test_what_a_program_reads_by_turns() -> None:
    """All fields at once: the program prints nothing unless it reads what it should."""
    turn = "{mark}{other} {count}\\n{rows}\\n{flat}{free=-}\\n{moves}"
    expected = "OX 6\nX-O\n-X-\n---\nX-O-X----\n0 1\n1 0\n1 2\n2 0\n2 1\n2 2\n"
    player = by_turn(f"import sys; print(1 if sys.stdin.read() == {expected!r} else 'no')", turn, read="index")
    assert consult(player, parse_position("X.O/.X./..."), NO_DICE).moves == (1,)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("text", "turn", "read", "complaint"),
    [
        (
            "",
            "{opponent_row} {opponent_col}\\n{rows}",
            "",
            "no field {opponent_row} of a turn, .* remember earlier turns",
        ),
        ("", "{mark}", "", "'{mark}' shows no board: expected {rows} or {flat} in it"),
        ("", TURN, "rows", "does not print 'rows', expected one of row column, index, "),
        ("print('none')", TURN, "", "wrote 'none' at '.*': no way to read it is a legal move"),
        ("pass", TURN, "", "wrote nothing at '.*': no way to read it"),
        ("raise ValueError(5)", TURN, "", r"wrote nothing at '.*' \(.*ended with exit code 1.*ValueError: 5.*\)"),
    ],
)
def test_programs_by_turns_that_are_refused(text: str, turn: str, read: str, complaint: str) -> None:
    with pytest.raises(StrategyError, match=complaint):
        by_turn(text, turn, read).supports(GAME)


@pytest.mark.gate
def test_a_program_by_turns_that_breaks_the_rules() -> None:
    """As its author says that it is read."""
    with pytest.raises(StrategyFault, match=r"wrote 'x' at '\.\.\./\.\.\./\.\.\.'; expected the cell's number"):
        consult(by_turn("print('x')", read="index"), Position(GAME), NO_DICE)
    with refused("error.illegal-move", "error.cell-taken", cell="a1", side="X"):
        consult(by_turn("print(0)", read="index"), parse_position("X../.../..."), NO_DICE)


@pytest.mark.gate
def test_a_program_by_turns_that_does_not_end() -> None:
    command = f"{sys.executable} -c 'import time; print(4, flush=True); time.sleep(60)'"
    player = Loader(turn=TURN)(f"console(seconds=0.2,read=index):{command}")
    with pytest.raises(NoAnswer, match=r"did not end within 0\.2 s at '"):
        consult(player, Position(GAME), NO_DICE)

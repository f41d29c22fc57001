"""A reading of one game: the Python that calls a program so, and the same ready to be run."""

from collections.abc import Mapping, Sequence
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.programs.reading.board_forms import CONFIGURATION, FORMS, NUMBERED, mark_of
from noughts.programs.reading.move_forms import INDEX, MOVES, MoveForm
from noughts.programs.reading.readings import BOARD, BOARDS, Reading, cell_of, parts
from noughts.programs.reading.source import filled, function

_POSITION = "board, mark, other"  # "X", "O" or " " for each cell, row by row; "X" or "O" for the side to move


class CallSource:
    """A call of a program in Python, as a reading says it on a game.

    Its expressions use a `board` with "X", "O" or " " in each cell, the `mark` of the side to move and the `other`, and
    the program's own marks by their `names`, FREE for a free cell.
    """

    def __init__(self, reading: Reading, game: Game) -> None:
        self.reading, self.game = reading, game
        self.marks = reading.marks or ("1", "-1", "0")  # a form without marks shows own stones, theirs, free cells
        self.names = ("MINE", "THEIRS") if reading.shows_own else ("X", "O")

    @property
    def cells(self) -> str:
        """The contents of the cells, as a list."""
        keys = ("mark", "other") if self.reading.shows_own else ('"X"', '"O"')
        stones = ", ".join(f"{key}: {name}" for key, name in zip(keys, self.names, strict=True))
        if self.marks[2] in NUMBERED:
            own_number = NUMBERED[self.marks[2]].python
            return f"[{{{stones}}}.get(stone, {own_number}) for cell, stone in enumerate(board)]"
        return f"[{{{stones}}}.get(stone, FREE) for stone in board]"

    @property
    def shown(self) -> str:
        """The board as the program wants it, made of `cells`."""
        return filled(FORMS[self.reading.board].building, self.game)

    @property
    def move(self) -> MoveForm:
        """The form in which the program writes moves."""
        move, _ = parts(self.reading.answer)
        return MOVES.get(move, MOVES[INDEX])

    def argument(self, word: str, board: str) -> str:
        """Return an argument of a call; `board` is what is passed as the board."""
        mine, theirs = "MINE", "THEIRS"
        if not self.reading.shows_own:
            mine, theirs = '(X if mark == "X" else O)', '(O if mark == "X" else X)'
        is_observation = self.reading.board == "observation"
        known = {
            "board": board,
            "mark": mine,
            "other": theirs,
            "depth": 'board.count(" ")',
            "ply": '{cells} - board.count(" ")',
            "first": 'mark == "X"',
            "free": f'[{self.move.writing} for cell in range({{cells}}) if board[cell] == " "]',
            "mask": f'{board}["action_mask"]' if is_observation else '[int(stone == " ") for stone in board]',
            "m": "{m}",
            "n": "{n}",
            "k": "{k}",
            "game": "game",
            "configuration": CONFIGURATION,
            "inf": 'float("inf")',
            "-inf": 'float("-inf")',
        }
        return filled(known.get(word, word), self.game)


class Reader:
    """A reading of one game, ready for use: it makes the arguments of a call, and reads the answer.

    `namespace` holds the Enum classes of the program.
    """

    def __init__(self, reading: Reading, game: Game, namespace: Mapping[str, Any] | None = None) -> None:
        self.reading, self.game, self._source = reading, game, CallSource(reading, game)
        self._form = FORMS[reading.board]
        *both, free = self._source.marks
        self._first, self._second = (mark_of(word, namespace or {}) for word in both)
        unused = NUMBERED[free].content(-1) if free in NUMBERED else mark_of(free, namespace or {})
        self._marks = dict(zip(self._source.names, (self._first, self._second), strict=True)) | {"FREE": unused}
        self._cells = function(_POSITION, self._source.cells, self._marks)
        self._built = function("cells", self._source.shown, self._marks)
        self._passed = self._list_of(reading.arguments)

    def _list_of(self, words: Sequence[str]) -> Any:
        """Return the function of what is passed, of the game's object and of a position that lists some arguments."""
        listed = ", ".join(self._source.argument(word, "passed") for word in words)
        return function(f"passed, game, {_POSITION}", f"[{listed}]", self._marks)

    def arguments(self, position: Position, board: Any, game: Any = None) -> list[Any]:
        """Return the arguments of a call, with a board that the program may change, and the game's object if any."""
        found: list[Any] = self._passed(board, game, *_lettered(position))
        return found

    def constants(self, position: Position, words: Sequence[str]) -> list[Any]:
        """Return arguments without a board, as those of a constructor."""
        found: list[Any] = self._list_of(words)(None, None, *_lettered(position))
        return found

    def board(self, position: Position) -> Any:
        """Return the board as the program wants it."""
        return self._built(self._cells(*_lettered(position)))

    def move(self, position: Position, answer: Any, board: Any, text: str = "") -> Move | None:
        """Return the cell that the program chose, given the board after the call; None if it cannot be read.

        The answer is read as the reading says, or as `text`, one of ANSWERS.
        """
        text = text or self.reading.answer
        if text not in BOARDS:
            return cell_of(answer, text, self.game)
        return self._new_stone(position, answer if text == BOARD else board)

    def mark_of_side(self, side: Side, position: Position) -> Any:
        """Return the mark of a side in a position."""
        is_first = side is position.side if self.reading.shows_own else side is Side.X
        return self._first if is_first else self._second

    def _new_stone(self, position: Position, board: Any) -> Move | None:
        """Return the cell where a board has one more stone of the side to move, and is the same elsewhere."""
        before = self._cells(*_lettered(position))
        if not self._form.reading or type(board) is not type(self._built(before)):
            return None
        try:
            after = self._form.contents(board, self.game)
            changed = [cell for cell in range(self.game.cells) if not _same(before[cell], after[cell])]
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            return None
        if len(after) != self.game.cells or len(changed) != 1:
            return None
        return changed[0] if _same(after[changed[0]], self.mark_of_side(position.side, position)) else None


def _lettered(position: Position) -> tuple[list[str], str, str]:
    """Return a position as the expressions of a call use it."""
    x, o = position.x, position.o
    board = ["X" if x >> cell & 1 else "O" if o >> cell & 1 else " " for cell in range(position.game.cells)]
    return (board, "X", "O") if position.side is Side.X else (board, "O", "X")


def _same(one: Any, other: Any) -> bool:
    """Return whether two contents of a cell are the same; 1 and True are, 1 and "1" are not."""
    return bool(one is other or one == other)

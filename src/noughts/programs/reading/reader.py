"""A reading of one game, ready for use: the arguments of a call, and the move of its answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side
from noughts.programs.reading.board_forms import (
    CONSTANTS,
    FORMS,
    NUMBERED,
    Cells,
    Contents,
    configuration,
    mark_of,
)
from noughts.programs.reading.move_forms import INDEX, MOVES
from noughts.programs.reading.readings import BOARD, BOARDS, Reading, cell_of, parts

_WITHOUT_MARKS = ("1", "-1", "0")  # of a form that shows own stones, theirs, free cells


class Reader:
    """A reading of one game, ready for use: it makes the arguments of a call, and reads the answer.

    `namespace` holds the Enum classes of the program.
    """

    def __init__(self, reading: Reading, game: Game, namespace: Mapping[str, Any] | None = None) -> None:
        self.reading, self.game = reading, game
        self._form = FORMS[reading.board]
        *both, free = reading.marks or _WITHOUT_MARKS
        self._numbered = NUMBERED.get(free)
        unused = mark_of(free, namespace or {}) if self._numbered is None else self._numbered.content(-1)
        first, second = (mark_of(word, namespace or {}) for word in both)
        self._contents = Contents(first, second, unused)
        self._move = MOVES.get(parts(reading.answer)[0], MOVES[INDEX])

    def cells(self, position: Position) -> Cells:
        """Return the contents of the cells of a board in a position."""
        cells = [
            self._contents.free if self._numbered is None else self._numbered.content(cell)
            for cell in range(self.game.cells)
        ]
        for side, stones in ((Side.X, position.x), (Side.O, position.o)):
            mark = self.mark_of_side(side, position)
            for cell in cells_of(stones):
                cells[cell] = mark
        return cells

    def board(self, position: Position) -> Any:
        """Return the board as the program wants it."""
        return self._form.build(self.cells(position), self.game, self._contents)

    def arguments(self, position: Position, board: Any, game: Any = None) -> list[Any]:
        """Return the arguments of a call, with a board that the program may change, and the game's object if any."""
        return [self._argument(word, position, board, game) for word in self.reading.arguments]

    def constants(self, position: Position, words: Sequence[str], board: Any = None) -> list[Any]:
        """Return the arguments of a constructor, which may take an object with the board."""
        return [self._argument(word, position, board, None) for word in words]

    def _argument(self, word: str, position: Position, board: Any, game: Any) -> Any:
        """Return what a word of a reading stands for."""
        match word:
            case "board":
                return board
            case "game":
                return game
            case "mark" | "other":
                return self.mark_of_side(position.side if word == "mark" else position.side.opponent, position)
            case "depth":
                return position.empty.bit_count()
            case "ply":
                return position.ply
            case "first":
                return position.side is Side.X
            case "free":
                return [self._move.write(cell, self.game) for cell in position.legal_moves]
            case "mask":
                free = [position.playable >> cell & 1 for cell in range(self.game.cells)]
                if self._move.falls:
                    free = [int(any(free[column :: self.game.m])) for column in range(self.game.m)]
                return board["action_mask"] if self.reading.board == "observation" else free
            case "m" | "n" | "k":
                return getattr(self.game, word)
            case "configuration":
                return configuration(self.game)
        return CONSTANTS[word] if word in CONSTANTS else int(word)

    def move(self, position: Position, answer: Any, board: Any, text: str = "") -> Move | None:
        """Return the cell that the program chose, given the board after the call; None if it cannot be read.

        The answer is read as the reading says, or as `text`, one of ANSWERS.
        """
        text = text or self.reading.answer
        if text not in BOARDS:
            return cell_of(answer, text, self.game, position.x | position.o)
        return self._new_stone(position, answer if text == BOARD else board)

    def mark_of_side(self, side: Side, position: Position) -> Any:
        """Return the mark of a side in a position."""
        is_first = side is position.side if self.reading.shows_own else side is Side.X
        return self._contents.first if is_first else self._contents.second

    def _new_stone(self, position: Position, board: Any) -> Move | None:
        """Return the cell where a board has one more stone of the side to move, and is the same elsewhere."""
        before = self.cells(position)
        built = self._form.build(before, self.game, self._contents)
        if self._form.read is None or type(board) is not type(built):
            return None
        try:
            after = self._form.read(board, self.game)
            changed = [cell for cell in range(self.game.cells) if not _same(before[cell], after[cell])]
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            return None
        if len(after) != self.game.cells or len(changed) != 1:
            return None
        return changed[0] if _same(after[changed[0]], self.mark_of_side(position.side, position)) else None


def _same(one: Any, other: Any) -> bool:
    """Return whether two contents of a cell are the same; 1 and True are, 1 and "1" are not."""
    return bool(one is other or one == other)

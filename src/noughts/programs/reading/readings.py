"""Calling conventions of programs, a small language: the format of the board, other arguments, the answer's format.

    rows X O None -> row column
    flat1 X O ' ' (board mark) -> index1
    rows -1 1 0 (board depth mark) -> row column score
    array 1 -1 0 own -> index

The grammar is in docs/readings.md.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side
from noughts.errors import NotationError
from noughts.programs.reading.board_forms import (
    CONSTANTS,
    FORMS,
    INTEGER,
    NUMBERED,
    Cells,
    Contents,
    Place,
    board_in_words,
    configuration,
    mark_in_words,
    mark_of,
)
from noughts.programs.reading.move_forms import INDEX, MOVES, PAIRS, move_in, move_in_words
from noughts.programs.reading.own_objects import THEIRS, class_called, is_class, made
from noughts.words import Said, Words

_BOARD = ("board",)
_IN = re.compile(r"\sin\s+(global \w+|\S+)")
_BY = re.compile(r"\sby\s+(\S+)")
_WORD = re.compile(r"""'[^'\\]*'|"[^"\\]*"|[()]|[^\s()'"]+""")


TABLE = "{}"  # an argument
_ARGUMENTS = (
    *("board", "mark", "other", "marks", "side", "depth", "ply", "free", "mask", "first"),
    *("m", "n", "k", "game", "configuration"),
    TABLE,
)


def _in_words(argument: str) -> Words:
    if is_class(argument):
        name = argument.removesuffix(THEIRS)
        return Said("argument.object" if name == argument else "argument.object-other", {"name": name})
    known = "table" if argument == TABLE else argument
    return Said(f"argument.{known}") if argument in _ARGUMENTS else argument


BOARD, CHANGED = "board", "changed"  # answers: a new board; the board given, with the move made on it
VALUES = "values"  # an answer of a table alone: a value for each cell


def _is_sequence(answer: Any, length: int) -> bool:
    return isinstance(answer, tuple | list) and len(answer) == length


def parts(answer: str) -> tuple[str, str]:
    """Return the move's part of an answer's text and where the score is: "", "first", "last" or "beside"."""
    if answer.startswith("score "):
        return answer.removeprefix("score ").strip("()"), "first"
    if not answer.endswith(" score"):
        return answer, ""
    move = answer.removesuffix(" score")
    return move.strip("()"), "beside" if move in PAIRS else "last"


def _answers() -> Iterator[str]:
    """Yield every text of an answer."""
    yield from (*MOVES, BOARD, CHANGED)
    for move in MOVES:
        inner = f"({move})" if move in PAIRS else move
        yield from (f"{inner} score", f"score {inner}")
    yield from (f"{move} score" for move in PAIRS)


ANSWERS = tuple(_answers())


def answer_in_words(text: str) -> Said:
    """Return an answer as a part of a sentence."""
    if text in (BOARD, CHANGED):
        return Said(f"answer.{text}")
    move, score = parts(text)
    if score == "beside":
        return Said(f"beside.{move.replace(' ', '-')}")
    return Said(f"answer.score-{score}", {"move": move_in_words(move)}) if score else move_in_words(move)


def cell_of(answer: Any, text: str, game: Game, taken: int = 0) -> Move | None:
    """Return the cell that an answer names, read as `text`, while some are taken; None for any other value.

    >>> cell_of([2, 0, 1], "row column score", Game(3, 3, 3)), cell_of((2, 3), "row column", Game(3, 3, 3))
    (6, None)
    """
    answer = answer.value if isinstance(answer, Enum) else answer
    answer = answer.tolist() if hasattr(answer, "tolist") else answer  # of NumPy
    answer = move_in(answer)
    move, score = parts(text)
    if score == "beside":
        answer = list(answer)[:2] if _is_sequence(answer, 3) else None
    elif score:  # what else it looked at may follow: (column, score, all scores)
        more = _is_sequence(answer, 3) and isinstance(answer[2], list | dict | None)
        answer = answer[score == "first"] if more or _is_sequence(answer, 2) else None
    return None if answer is None else MOVES[move].read(move_in(answer), game, taken)


@dataclass(frozen=True)
class Reading:
    """A form of a board (a key of FORMS), the marks of X, O and a free cell, the arguments, the answer.

    With `own` the first mark is that of the side to move, the second that of the other. Marks, arguments and the
    answer are words of the language; `str` and `from_text` are inverse to each other. `place`: where the board is, if
    it is not an argument. `construction`: the arguments of which the program's own object is made.

    >>> Reading.from_text("rows X O None -> row column").arguments
    ('board',)
    >>> Reading.from_text("flat X O ' ' in self.board by mark () -> changed").place
    Place(owner='self', part='board', mover='', words=())
    >>> str(Reading("flat1", ("X", "O", "' '"), arguments=("board", "mark"), answer="index1"))
    "flat1 X O ' ' (board mark) -> index1"
    """

    board: str
    marks: tuple[str, ...] = ()
    own: bool = False
    arguments: tuple[str, ...] = _BOARD
    answer: str = "index"
    place: Place | None = None
    construction: tuple[str, ...] | None = None

    @property
    def shows_own(self) -> bool:
        """Whether the board shows own stones and theirs, not X's and O's: so does a form without marks."""
        return self.own or not self.marks

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the reading that a text describes. Raises NotationError, quoting the text."""
        left, arrow, right = text.partition("->")
        place, construction = _IN.search(left), _BY.search(left)
        words = _WORD.findall(_BY.sub(" ", _IN.sub(" ", left)))
        answer = re.sub(r"\(\s*(.*?)\s*\)", r"(\1)", " ".join(right.split()))
        if not arrow or not words:
            raise _no_reading(text, "form")
        if words[0] not in FORMS:
            raise _no_reading(text, "board", word=repr(words[0]), words=[*FORMS])
        if answer not in (*ANSWERS, VALUES):
            raise _no_reading(text, "answer", word=repr(answer), words=[*ANSWERS, VALUES])
        start = words.index("(") if "(" in words else len(words)
        marks, arguments = words[1:start], words[start:]
        own = marks[3:] == ["own"]
        needed = 0 if words[0] == "observation" else 3
        if len(marks) != needed + own:
            raise _no_reading(text, "marks", count=needed, word=repr(words[0]))
        constructed = None if construction is None else tuple(filter(None, construction[1].split(",")))
        takes_board = place or "board" in (*arguments[1:-1], *(constructed or ()))
        if arguments and (arguments[-1] != ")" or not takes_board):
            raise _no_reading(text, "arguments")
        for word in (*arguments[1:-1], *(constructed or ())):
            is_known = word in _ARGUMENTS or word in CONSTANTS or is_class(word)
            if not (is_known or INTEGER.fullmatch(word) or word[0] in "'\""):
                raise _no_reading(text, "argument", word=repr(word), words=[*_ARGUMENTS])
        where = None if place is None else Place.from_text(place[1])
        if place is not None and where is None:
            raise _no_reading(text, "place", word=repr(place[1]))
        passed = tuple(arguments[1:-1]) if arguments else _BOARD
        return cls(words[0], tuple(marks[:needed]), own, passed, answer, where, constructed)

    def __str__(self) -> str:
        own = ["own"] if self.own else []
        place = [] if self.place is None else [f"in {self.place}"]
        construction = [] if self.construction is None else [f"by {','.join(self.construction) or ','}"]
        arguments = [f"({' '.join(self.arguments)})"] if self.arguments != _BOARD else []
        return " ".join([self.board, *self.marks, *own, *place, *construction, *arguments, "->", self.answer])

    def in_words(self, game: Game, what: Words, verb: str = "returns") -> Said:
        """Return the reading in words: `function of a 3x3 list of rows of "X", "O", None; returns (row, column)`."""
        board = self.board_in_words(game)
        words = Said("reading.called", {"what": what, "board": self.place.in_words(board) if self.place else board})
        if self.construction:
            words = Said("reading.made", {"reading": words, "words": [*map(_in_words, self.construction)]})
        if others := [_in_words(word) for word in self.arguments if word != "board"]:
            kind = "reading.passed" if self.place else "reading.also-passed"
            words = Said(kind, {"reading": words, "words": others})
        return Said(f"reading.{verb}", {"reading": words, "answer": answer_in_words(self.answer)})

    def board_in_words(self, game: Game) -> Said:
        """Return the board in words, with its marks."""
        return board_in_words(self.board, game, self._marks_in_words() if self.marks else "")

    def _marks_in_words(self) -> object:
        first, second, free = map(mark_in_words, self.marks)
        if not self.own and [word.strip("'\"").upper() for word in self.marks[:2]] == ["X", "O"]:
            return [first, second, free]
        return Said("mark.own" if self.own else "mark.first", {"first": first, "second": second, "free": free})


def quoted(reading: Reading | str) -> str:
    """Return a reading, or its text, as an argument in a shell.

    >>> print(quoted(Reading("flat", ("X", "O", "' '"))))
    "flat X O ' ' -> index"
    """
    text = str(reading)
    return shlex.quote(text) if set('"$`\\!') & set(text) else f'"{text}"'


def _no_reading(text: str, kind: str, **values: object) -> NotationError:
    return NotationError(Said("error.no-reading", {"reading": repr(text), "reason": Said(f"reading.{kind}", values)}))


_WITHOUT_MARKS = ("1", "-1", "0")  # of a form that shows own stones, theirs, free cells


def sizes(game: Game) -> dict[str, int]:
    """Return the numbers that a reading has words for."""
    return {"m": game.m, "n": game.n, "k": game.k}


class Reader:
    """A reading of one game, ready for use: it makes the arguments of a call, and reads the answer.

    `namespace` holds the Enum classes of the program.
    """

    def __init__(self, reading: Reading, game: Game, namespace: Mapping[str, Any] | None = None) -> None:
        self.reading, self.game, self._namespace = reading, game, namespace or {}
        self._classes: dict[str, type] = {}  # of which objects are passed
        self.beside: dict[str, Any] = {}  # what is set besides the board, by its name
        self.of_owner: dict[str, Any] = {}  # what is set in the program's own object
        self.kept: dict[Any, Any] | None = None  # a table that is passed in all calls, in place of an empty one
        self._form = FORMS[reading.board]
        *both, free = reading.marks or _WITHOUT_MARKS
        self._numbered = NUMBERED.get(free)
        unused = mark_of(free, self._namespace) if self._numbered is None else self._numbered.content(-1)
        first, second = (mark_of(word, self._namespace) for word in both)
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
            case "free":
                return [self._move.write(cell, self.game) for cell in position.legal_moves]
            case "mask":
                free = [position.playable >> cell & 1 for cell in range(self.game.cells)]
                if self._move.falls:
                    free = [int(any(free[column :: self.game.m])) for column in range(self.game.m)]
                return board["action_mask"] if self.reading.board == "observation" else free
            case "configuration":
                return configuration(self.game)
            case _ if word == TABLE:
                return {} if self.kept is None else self.kept
        known = self._known(position.side, position)
        if word in known:
            return known[word]
        return self._object(word, position) if is_class(word) else mark_of(word, {})

    def _known(self, side: Side, position: Position) -> dict[str, Any]:
        """Return what words of numbers and marks stand for, for what is made for a side."""
        marks = {"mark": side, "other": side.opponent}
        return {
            **sizes(self.game),
            **{word: self.mark_of_side(of, position) for word, of in marks.items()},
            "marks": list(self._contents[:2]),
            "side": int(self.mark_of_side(side, position) != self._contents.first),
            "depth": position.empty.bit_count(),
            "ply": position.ply,
            "first": position.side is Side.X,
        }

    def _object(self, word: str, position: Position) -> Any:
        """Return an object of the class that a word names."""
        if word not in self._classes:
            self._classes[word] = class_called(self._namespace, word)
        side = position.side.opponent if word.endswith(THEIRS) else position.side
        return made(self._classes[word], self._known(side, position))

    def move(self, position: Position, answer: Any, board: Any, text: str = "") -> Move | None:
        """Return the cell that the program chose, given the board after the call; None if it cannot be read.

        The answer is read as the reading says, or as `text`, one of ANSWERS.
        """
        text = text or self.reading.answer
        if text not in (BOARD, CHANGED):
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
        if not self._form.is_read or type(board) is not type(built):
            return None
        try:
            after = self._form.read(board, self.game)
            changed = [cell for cell in range(self.game.cells) if not _same(before[cell], after[cell])]
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            return None
        if len(after) != self.game.cells or len(changed) != 1:
            return None
        return changed[0] if _same(after[changed[0]], self.mark_of_side(position.side, position)) else None


def _same(first: Any, second: Any) -> bool:
    """Return whether two contents of a cell are the same; 1 and True are, 1 and "1" are not."""
    return bool(first is second or first == second)

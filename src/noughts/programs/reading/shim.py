"""Writing a reading as a small file of Python, for a person to edit: the file calls the program as the reading says."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from noughts.core.game import Game
from noughts.core.player import OWN_FAULTS
from noughts.core.position import Position
from noughts.programs.calls import in_silence, without_input
from noughts.programs.inference.probe import positions_of
from noughts.programs.loading.beside import class_beside
from noughts.programs.loading.object_kinds import Program
from noughts.programs.loading.user_module import PREFIX
from noughts.programs.reading.board_forms import CONSTANTS, FORMS, NUMBERED
from noughts.programs.reading.board_places import RESULT, Place
from noughts.programs.reading.move_forms import ARGUMENTS
from noughts.programs.reading.placed_calls import argument_classes, called, made, part_of, switch_of, turn_words
from noughts.programs.reading.reader import CallSource, Reader
from noughts.programs.reading.readings import BOARD, CHANGED, Reading, key_of, parts
from noughts.programs.reading.source import filled

_HEAD = '''"""How noughts calls {file}: change what is wrong, then type: noughts prove {target}{note}"""

import {module} as program
{imports}
{marks}  # the marks that the program uses


def get_move(board, mark):
    """Return the number of the cell to play, from 0; `board` has "X", "O" or " " for each, row by row."""
'''
_MOVES = '''

def moves(board):
    """Yield moves that lead to a board, each with its stone: X's and O's in turn."""
    x, o = ([cell for cell in range(len(board)) if board[cell] == stone] for stone in "XO")
    for ply in range(len(x) + len(o)):
        yield (x, o)[ply % 2][ply // 2], "XO"[ply % 2]
'''
_SCORED = {"": "answer", "first": "answer[1]", "last": "answer[0]", "beside": "answer"}


class Shim:
    """The file that calls a name of a module as a reading says."""

    def __init__(self, program: Program, name: str, module: str, reading: Reading, game: Game) -> None:
        self.program, self.name, self.module, self.reading, self.game = program, name, module, reading, game
        self._source, self._imports = CallSource(reading, game), list[str]()

    def text(self, file: str, target: str, note: str = "") -> str:
        """Return the content of the file `target`, which calls `file`; `note`: what is wrong with the reading."""
        body = "\n".join(f"    {line}" for line in self._body())
        imports = ["import numpy"] if "numpy" in FORMS[self.reading.board].building else []
        head = _HEAD.format(
            file=file,
            target=target,
            note=f"\n\nNot right yet: {_quotable(note)}\n" if note else "",
            module=self.module,
            imports="".join(f"{line}\n" for line in (*imports, *self._imports)),
            marks=self._marks(),
        )
        return f"{head}{body}\n{_MOVES if 'in moves(board)' in body else ''}"

    def _marks(self) -> str:
        """Return the assignment of the marks."""
        *both, free = self._source.marks
        unused = repr(NUMBERED[free].content(-1)) if free in NUMBERED else self._literal(free)
        return f"{', '.join(self._source.names)}, FREE = {', '.join(map(self._literal, both))}, {unused}"

    def _literal(self, word: str) -> str:
        """Return a mark's word as an expression of Python."""
        name, dot, _ = word.partition(".")
        if dot and name in self.program.evidence.namespace:
            return f"program.{word}"
        return word if word in CONSTANTS or word.lstrip("-").isdigit() or word[0] in "'\"" else repr(word)

    def _body(self) -> Iterator[str]:
        reading, place = self.reading, self.reading.place
        if reading.shows_own:
            yield 'other = "O" if mark == "X" else "X"'
        yield f"cells = {self._source.cells}"
        yield f"shown = {self._source.shown}"
        board, after = "shown", "shown"
        callee = f"program.{self.name}"
        if self._is_object:
            yield f"player = {self._made()}"
            callee = "player" if self.program.method == "__call__" else f"player.{self.program.method}"
        if place is not None:
            board, after = self._where(place)
            yield from self._placed(place, after)
        call = f"{callee}({', '.join(self._source.argument(word, board) for word in reading.arguments)})"
        if reading.answer == CHANGED and place is not None:
            yield "try:"
            yield f"    {call}"
            yield "except SystemExit:  # after the last move it may leave, or ask for another game"
            yield "    pass"
        else:
            yield f"answer = {call}"
        yield from self._answer(after)

    @property
    def _is_object(self) -> bool:
        return self.program.cls is not None or self.program.owner is not None

    def _made(self) -> str:
        """Return the expression of the program's own object."""
        if self.program.cls is None:
            return f"program.{self.name}"
        words = self.reading.made or ()
        return f"program.{self.program.cls.__name__}({', '.join(self._source.argument(word, '') for word in words)})"

    def _where(self, place: Place) -> tuple[str, str]:
        """Return the expressions of what is passed, and of the board after the call."""
        if place.owner == "global":
            return "shown", f"program.{place.part}"
        if place.owner == "self":
            return f"player.{place.part}", f"player.{place.part}"
        return ("state", "state") if place.mover == RESULT else ("game", f"game.{place.part}")

    def _placed(self, place: Place, after: str) -> Iterator[str]:
        """Yield the lines that bring the board, wherever it is, to the position."""
        if place.owner == "global":
            yield f"{after} = shown"
            yield from self._turned("program", self.program.values, place)
            return
        if place.owner == "self":
            yield from _filled("player", self.program.owner, place.part)
            yield from self._turned("player", vars(self.program.owner or object), place)
            return
        cls, owner = self.program.evidence.namespace.get(place.owner), f"program.{place.owner}"
        if cls is None:
            cls, owner = class_beside(str(self.program.values.get("__file__")), place.owner), place.owner
            self._imports.append(f"from {getattr(cls, '__module__', '').removeprefix(PREFIX)} import {owner}")
        yield f"game = {owner}({_nothing(cls)})"
        thing = made(cls)
        if not place.mover:
            yield from _filled("game", thing, place.part)
            yield from self._turned("game", vars(thing), place)
            return
        if place.mover == RESULT:
            yield f"state = game.initial{'()' if callable(thing.initial) else ''}"
        yield "for cell, stone in moves(board):"
        if place.mover == RESULT:
            yield f"    state = game.result(state, {self._argument_of_mover(place.words[0])})"
            return
        mark = "(MINE if stone == mark else THEIRS)" if self.reading.shows_own else "(X if stone == 'X' else O)"
        words = [mark if word == "mark" else self._argument_of_mover(word) for word in place.words]
        yield f"    game.{place.mover}({', '.join(words)})"
        if (switch := switch_of(thing)) is not None:
            yield f"    game.{switch.__name__}()"

    def _argument_of_mover(self, word: str) -> str:
        return filled(ARGUMENTS[word], self.game)

    def _turned(self, owner: str, things: Mapping[str, Any], place: Place) -> Iterator[str]:
        """Yield the lines that set whose turn it is."""
        reader = Reader(self.reading, self.game, self.program.evidence.namespace)
        for name, word in turn_words(things, reader, Position(self.game)).items():
            if name != place.part:
                yield f"{owner}.{name} = {self._source.argument(word, '')}"

    def _answer(self, after: str) -> Iterator[str]:
        """Yield the lines that return the cell of the answer."""
        if self.reading.answer in (BOARD, CHANGED):
            yield f"after = {'answer' if self.reading.answer == BOARD else after}"
            cells = filled(FORMS[self.reading.board].reading, self.game)
            yield f"return next(cell for cell, stone in enumerate({cells}) if stone != cells[cell])"
            return
        _, score = parts(self.reading.answer)
        if key := self._key():
            yield f"answer = answer{key}"
        reading = self._source.move.reading.replace("{0}", _SCORED[score])
        yield f"return {filled(reading, self.game)}"

    def _key(self) -> str:
        """Return where the move is in an answer, as it is in the first position that is tried."""
        position = positions_of(self.game)[0]
        try:
            with in_silence(), without_input():
                answer = called(
                    Reader(self.reading, self.game, self.program.evidence.namespace), self.program, position
                )
        except OWN_FAULTS:
            return ""
        return key_of(answer.answer)


def _filled(name: str, thing: Any, part: str) -> Iterator[str]:
    """Yield the lines that set a part of an object, even a frozen one, and forget what it knew of the board."""
    inner, _, last = part.rpartition(".")
    owners = {name: thing, **({f"{name}.{inner}": part_of(thing, inner)} if inner and thing is not None else {})}
    owner, holder = list(owners.items())[-1]
    params = getattr(holder, "__dataclass_params__", None)
    yield f'object.__setattr__({owner}, "{last}", shown)' if params and params.frozen else f"{name}.{part} = shown"
    for each, value in owners.items():
        cls = type(value)
        if kept := [found for found in dir(cls) if isinstance(getattr(cls, found, None), cached_property)]:
            yield f"for known in {kept}:"
            yield f"    vars({each}).pop(known, None)"


def _nothing(cls: Any, depth: int = 2) -> str:
    """Return arguments for a class whose arguments do not matter, as `made` has them."""
    classes = argument_classes(cls)
    if depth and any(classes):
        inner = (one and f"program.{one.__name__}({_nothing(one, depth - 1)})" for one in classes)
        return ", ".join(map(str, inner))
    try:
        cls(*([None, None] for _ in classes))
    except OWN_FAULTS:
        return ", ".join(["None"] * len(classes))
    return ", ".join(["[None, None]"] * len(classes))


def _quotable(text: str) -> str:
    """Return a text as it can stand in a docstring."""
    return text.replace("\\", "/").replace('"""', "'")

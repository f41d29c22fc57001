"""Calling a program in a position, wherever its board is.

Each call gets a new copy of the object, or of the module's values: a decision depends on the position alone.
"""

import copy
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import Any

from noughts.core.game import Game
from noughts.core.placing import moves_to
from noughts.core.position import Position, Side, side_at
from noughts.programs import vocabulary
from noughts.programs.calls import TooLong, plain_copies
from noughts.programs.reading.board_forms import RESULT, Place
from noughts.programs.reading.evidence import plain
from noughts.programs.reading.move_forms import ARGUMENTS
from noughts.programs.reading.object_kinds import Program
from noughts.programs.reading.own_objects import class_called, is_class, is_unknown, made
from noughts.programs.reading.readings import Reader, sizes

_NUMBERS = re.compile(r"\s*\(?\s*([0-9]{1,3})(?:(?:\s*,\s*|\s+)([0-9]{1,3}))?\s*\)?\s*")
_LONGEST = 40  # characters of what is printed in a call, that may be an answer
_asked_last: list[Any] = []  # the program, how it is called, and for which side: that of the defaults it has


@dataclass
class Called:
    """A call: the answer, and the board after it; whether the answer was printed."""

    answer: Any
    board: Any
    printed: bool = False


class _Heard:
    """An output that passes all on, and keeps the beginning."""

    def __init__(self) -> None:
        self.text, self._out = "", sys.stdout

    def write(self, text: str) -> int:
        """Write a text."""
        if len(self.text) <= _LONGEST:
            self.text += text[: _LONGEST + 1]
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


def called(reader: Reader, program: Program, position: Position) -> Called:
    """Call a program in a position, as a reading says.

    One that returns nothing, leaves the board as it was and prints a number or two, and no more, has answered these:
    judges' sites ask for it.
    """
    _forget(reader, program, position)
    heard = _Heard()
    with redirect_stdout(heard):
        done = _called(reader, program, position)
    numbers = _NUMBERS.fullmatch(heard.text) if done.answer is None else None
    if numbers and repr(done.board) == repr(reader.board(position)):
        answer = [int(number) for number in numbers.groups() if number]
        return Called(answer[0] if len(answer) == 1 else answer, done.board, printed=True)
    return done


def _forget(reader: Reader, program: Program, position: Position) -> None:
    """Let a program begin with new defaults where another side is asked: in its game it has one, and what it has kept
    for that side (`memo={}`) may be wrong for the other."""
    now = id(program), reader.reading, reader.game, position.side
    if _asked_last != [now]:
        _asked_last[:] = [now]
        for function, defaults in program.keeping:
            function.__defaults__ = copy.deepcopy(defaults)


def _called(reader: Reader, program: Program, position: Position) -> Called:
    place = reader.reading.place
    if place is None:
        board = reader.board(position)
        return Called(_function(reader, program, position, board)(*reader.arguments(position, board)), board)
    if place.owner == "global":
        return _with_global(reader, program, position, place)
    if place.owner == "self":
        owner = brought(reader, program, position, place)
        function, board = getattr(owner, program.method), part_of(owner, place.part)
        answer = _until_it_stops(function, reader.arguments(position, board))
        return Called(answer, part_of(owner, place.part))
    if place.mover == RESULT:
        thing = copy.deepcopy(_pristine(program, place.owner, position.game))
        state = _state(thing, place, reader, position)
        return Called(_function(reader, program, position)(*reader.arguments(position, state, thing)), None)
    thing = brought(reader, program, position, place)
    answer = _function(reader, program, position, thing)(*reader.arguments(position, thing, thing))
    return Called(answer, part_of(thing, place.part))


def brought(reader: Reader, program: Program, position: Position, place: Place) -> Any:
    """Return a new object of a class of the program's, or its own, brought to a position."""
    if place.owner == "self":
        thing = _owner(reader, program, position)
    else:
        thing = copy.deepcopy(_pristine(program, place.owner, position.game))
    _set(thing, place, reader, position)
    return thing


def _until_it_stops(function: Callable[..., Any], arguments: list[Any]) -> Any:
    """Call a function that moves on its own board; after the last move of a game it may leave, or ask for another."""
    try:
        return function(*arguments)
    except TooLong:
        raise
    except SystemExit:
        return None


def _function(reader: Reader, program: Program, position: Position, board: Any = None) -> Callable[..., Any]:
    """Return what is called: the program, or the method of an object that is made for the side to move, perhaps of an
    object with the board."""
    is_made = program.cls is not None and reader.reading.construction is not None
    if not (is_made or reader.of_owner or _marks_to_come(program.owner, reader, position)):
        return program.call
    function: Callable[..., Any] = getattr(_owner(reader, program, position, board), program.method)
    return function


def own_object(reader: Reader, program: Program, position: Position) -> Any:
    """Return a new copy of the program's own object, as it is made in a position."""
    place = reader.reading.place
    is_passed = place is not None and place.owner != "global" and place.mover != RESULT
    board = brought(reader, program, position, place) if place and is_passed else reader.board(position)
    return _owner(reader, program, position, board)


def _owner(reader: Reader, program: Program, position: Position, board: Any = None) -> Any:
    """Return a new copy of the program's own object."""
    owner = _made_owner(reader, program, position, board)
    for name, value in {**_marks_to_come(owner, reader, position), **reader.of_owner}.items():
        _put(owner, name, value)
    return owner


def _marks_to_come(owner: Any, reader: Reader, position: Position) -> dict[str, Any]:
    """Return the marks of both sides for those attributes of an object that its game has still to set: `symbol`."""
    words = {name: plain(name) for name, value in getattr(owner, "__dict__", {}).items() if value is None}
    mine = {name: "mark" for name, known in words.items() if known in vocabulary.words("marks", "own")}
    theirs = {name: "other" for name, known in words.items() if vocabulary.meanings().get(known) == "other"}
    marks = mine | theirs
    return dict(zip(marks, reader.constants(position, list(marks.values())), strict=True))


def _made_owner(reader: Reader, program: Program, position: Position, board: Any) -> Any:
    if reader.reading.construction is None or program.cls is None:
        return copy.deepcopy(program.owner)
    arguments = reader.constants(position, reader.reading.construction, board)
    if any(word == "board" or is_class(word) for word in reader.reading.construction):
        return program.cls(*arguments)
    key = repr(arguments)
    if key not in program.objects:
        program.objects[key] = program.cls(*arguments)
    return copy.deepcopy(program.objects[key])


def _pristine(program: Program, name: str, game: Game) -> Any:
    key = f"{name} {game}"
    if key not in program.objects:
        program.objects[key] = made(class_called(program.evidence.namespace, name), sizes(game))
    return program.objects[key]


def _set(thing: Any, place: Place, reader: Reader, position: Position) -> None:
    """Bring an object to a position."""
    beside = reader.beside
    if place.mover:
        for name in [name for name in turn_words(vars(thing), reader, position) if is_unknown(vars(thing)[name])]:
            _put(thing, name, reader.mark_of_side(Side.X, position))  # it was to be told who begins
        mover, switch = getattr(thing, place.mover), switch_of(thing)
        for ply, move in enumerate(moves_to(position.game, position.x, position.o) or ()):
            mark = reader.mark_of_side(side_at(ply), position)
            mover(*(mark if word == "mark" else ARGUMENTS[word](move, position.game) for word in place.words))
            if switch is not None:
                switch()
    else:
        _put(thing, place.part, reader.board(position))
        beside = {**turned(variables_of(thing), reader, position), **beside}
    for name, value in beside.items():
        _put(thing, name, value)


def variables_of(thing: Any) -> dict[str, Any]:
    """Return the attributes of an object, those of its class where it has none of its own yet, and those of the objects
    in it, as `board.cells`."""
    of_classes = {name: value for cls in reversed(type(thing).__mro__) for name, value in vars(cls).items()}
    plain_ones = {name: value for name, value in of_classes.items() if isinstance(value, str | int | Enum)}
    own = dict(vars(thing)) if hasattr(thing, "__dict__") else {}
    inner = {name: value for name, value in own.items() if hasattr(value, "__dict__") and not callable(value)}
    parts = {f"{name}.{part}": content for name, value in inner.items() for part, content in vars(value).items()}
    return plain_ones | own | parts


def part_of(thing: Any, part: str) -> Any:
    """Return an attribute of an object, or of an object in it."""
    return attrgetter(part)(thing)


def _put(thing: Any, part: str, value: Any) -> None:
    """Set such an attribute, also of an object that is frozen."""
    inner, _, name = part.rpartition(".")
    owner = part_of(thing, inner) if inner else thing
    try:
        setattr(owner, name, value)
    except AttributeError:
        object.__setattr__(owner, name, value)
    for holder in (thing, owner):  # what was found out of the board before
        for known in [
            known for known in vars(holder) if isinstance(getattr(type(holder), known, None), cached_property)
        ]:
            del vars(holder)[known]


def switch_of(thing: Any) -> Any:
    """Return the method of a game that gives the turn to the other player, if its mover does not."""
    switches = vocabulary.words("functions", "switches")
    return next((getattr(thing, name) for name in dir(thing) if plain(name) in switches), None)


def _state(game: Any, place: Place, reader: Reader, position: Position) -> Any:
    state = game.initial() if callable(game.initial) else game.initial
    for move in moves_to(position.game, position.x, position.o) or ():
        state = game.result(state, ARGUMENTS[place.words[0]](move, position.game))
    return state


def turned(things: Mapping[str, Any], reader: Reader, position: Position) -> dict[str, Any]:
    """Return the values of those names that say whose turn it is, and how many moves were made."""
    words = turn_words(things, reader, position)
    return dict(zip(words, reader.constants(position, list(words.values())), strict=True))


def turn_words(things: Mapping[str, Any], reader: Reader, position: Position) -> dict[str, str]:
    """Return the names that say whose turn it is, or how many moves were made, each with the word for its value."""
    marks = [(type(mark), mark) for mark in (reader.mark_of_side(side, position) for side in Side)]
    words: dict[str, str] = {}
    for name, value in things.items():
        known = plain(name.rpartition(".")[2])
        if known in vocabulary.words("objects", "x_to_move") and isinstance(value, bool):
            words[name] = "first"
        elif known in vocabulary.words("objects", "counts") and type(value) is int:
            words[name] = "ply"
        elif known in vocabulary.words("objects", "turns") and (is_unknown(value) or (type(value), value) in marks):
            words[name] = "mark"
    return words


def _with_global(reader: Reader, program: Program, position: Position, place: Place) -> Called:
    """Call a function whose board is a variable of its module; afterwards its values are as before."""
    values = program.values
    before = {**plain_copies(values), **{name: values[name] for name in reader.beside}}
    board = reader.board(position)
    values[place.part] = board
    values.update(turned({name: value for name, value in before.items() if name != place.part}, reader, position))
    values.update(reader.beside)
    try:
        answer = _until_it_stops(_function(reader, program, position), reader.arguments(position, board))
        return Called(answer, values[place.part])
    finally:
        values.update(before)

"""The readings of a program whose board is not an argument: found by the boards that its objects and module begin with.

What holds as many free cells as the game has is the board; so its form and its free mark are known, not guessed. A
class whose moves bring an object to a position, as its own board shows, is brought there by its moves: then its
counters and its turn are right too.
"""

import inspect
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.players.player import OWN_FAULTS
from noughts.programs import vocabulary
from noughts.programs.calls import in_silence, without_input
from noughts.programs.load.beside import classes_beside
from noughts.programs.reading.beside_board import unfilled
from noughts.programs.reading.board_forms import (
    CONSTANTS,
    FORMS,
    INTEGER,
    RESULT,
    UP,
    Container,
    Place,
    containers,
    mark_of,
    movers,
    word_of,
)
from noughts.programs.reading.evidence import plain
from noughts.programs.reading.object_kinds import Program, names_in
from noughts.programs.reading.own_objects import attributes_asked, is_board, is_class, made, own_classes
from noughts.programs.reading.placed_calls import brought, part_of, variables_of
from noughts.programs.reading.readings import Reader, Reading, sizes

_MOVER_WORDS = {
    1: ("index", "index1", "pair", "pair1", "column", "column1"),
    2: (
        *("index,mark", "index1,mark", "mark,index", "mark,index1", "row,column", "row1,column1"),
        *("pair,mark", "mark,pair", "column,mark", "mark,column", "column1,mark", "mark,column1"),
    ),
    3: ("row,column,mark", "row1,column1,mark", "mark,row,column"),
}
_USUAL = (("X", "O"), ("x", "o"), ("1", "2"), ("1", "-1"))

Marks = tuple[tuple[str, str], bool]  # of X and of O, and whether they are rather the side to move's and the other's


def own_places(
    program: Program, game: Game, constructions: list[tuple[str, ...] | None]
) -> Iterator[tuple[Place, Container, Any]]:
    """Yield the places of a board in a program's own object and in its module, with what the place is made of."""
    for words in constructions:
        owner = _tried_object(program, words)
        if owner is not None and not unfilled(program, owner):
            for container in containers(variables_of(owner), game):
                yield Place("self", container.name), container, words
    for container in containers(program.values, game):
        yield Place("global", container.name), container, constructions[0]


def shared_places(program: Program, game: Game) -> list[tuple[Place, Container]]:
    """Return the places of a board in a program's module that its functions read, though they may be passed a board: in
    its game both are the same."""
    read, waiting = set[str](), [program.call]
    while waiting:
        code = getattr(waiting.pop(), "__code__", None)
        new = set() if code is None else names_in(code) - read
        read |= new
        waiting += [program.values[name] for name in new if name in program.values]
    boards = [each for each in containers(program.values, game) if each.name in read and is_board(each.name)]
    return [(Place("global", each.name), each) for each in boards]


def is_of_another_position(program: Program, reading: Reading, position: Position) -> bool:
    """Return whether an object that is made for a call holds a board, or whose turn it is: in its game these are those
    of the position."""
    reader = Reader(reading, position.game, program.evidence.namespace)
    turns = {*vocabulary.words("objects", "turns"), *vocabulary.words("objects", "x_to_move")}
    for word in filter(is_class, (*reading.arguments, *(reading.construction or ()))):
        try:
            with in_silence(), without_input():
                variables = variables_of(*reader.constants(position, [word]))
        except OWN_FAULTS:
            return True
        if containers(variables, position.game) or turns & {plain(name.rpartition(".")[2]) for name in variables}:
            return True
    return False


def _tried_object(program: Program, words: tuple[str, ...] | None) -> Any:
    """Return the program's own object; with any marks, if it is made of some."""
    if program.cls is None or words is None:
        return program.owner
    try:
        with in_silence(), without_input():
            return program.cls(*map(_tried_argument, words))
    except OWN_FAULTS:
        return None


def _tried_argument(word: str) -> Any:
    """Return what a word of a constructor stands for; any marks for both sides."""
    is_constant = word in CONSTANTS or INTEGER.fullmatch(word)
    return mark_of(word, {}) if is_constant else "O" if word == "other" else "X"


def passed_places(
    program: Program, game: Game, marks: list[Marks], position: Position
) -> Iterator[tuple[Place, Container, Marks]]:
    """Yield the places of a board in an object that is passed, with its marks: those that it shows, or any."""
    things = [(cls, thing) for cls in _classes(program) if (thing := _made(cls, game)) is not None]
    fitting = [
        (cls, thing) for cls, thing in things if any(attributes <= {*dir(thing)} for attributes in _asked(program))
    ]
    file = str(program.evidence.namespace.get("__file__"))
    others = [cls for attributes in _asked(program) for cls in classes_beside(file, attributes)]
    beside = [(cls, thing) for cls in others if not fitting and (thing := _made(cls, game)) is not None]
    if beside and not all(map(program.evidence.knows, "XO")):  # the marks are those of their own file
        marks = list(dict.fromkeys([*marks, *((pair, own) for own in (False, True) for pair in _USUAL)]))
    for cls, thing in fitting or beside or things:
        boards = containers(variables_of(thing), game)
        turned = [replace(board, form=f"{board.form}{UP}") for board in boards if f"{board.form}{UP}" in FORMS]
        both = boards if game.cells_stay_open else [*boards, *turned]
        replayed = list(_replayed(program, cls, both, marks, position))
        yield from replayed
        known = marks
        if replayed:  # its moves begin with the mark of X, and the program may play that of O in both seats
            known = [(stones, own) for stones, own in marks if own and program.evidence.own_mark is not None]
        yield from ((Place(cls.__name__, board.name), board, pair) for board, pair in product(boards, known))


def _asked(program: Program) -> list[frozenset[str]]:
    """Return what is asked of each parameter, and of each object of which the program's own is made; not nothing."""
    attribute_sets = [
        attributes_asked(parameter, program.evidence) for parameter in program.parameters if parameter.required
    ]
    boards = [parameter for parameter in program.constructor if is_board(parameter.name)]
    attribute_sets += [attributes_asked(parameter, program.evidence, is_made=True) for parameter in boards]
    return [names for names in attribute_sets if names]


def state_places(program: Program, game: Game) -> Iterator[Place]:
    """Yield the classes of games whose states are passed: `result(state, move)`, from `initial`."""
    for cls in _classes(program):
        thing = _made(cls, game)
        if thing is not None and callable(getattr(thing, RESULT, None)) and hasattr(thing, "initial"):
            yield from (Place(cls.__name__, "", RESULT, (word,)) for word in ("pair1", "pair", "index", "index1"))


def _classes(program: Program) -> list[type]:
    return [cls for cls in own_classes(program.evidence.namespace) if cls is not program.cls]


def _made(cls: Any, game: Game) -> Any:
    """Return an object of a class, or None."""
    try:
        with in_silence(), without_input():
            return made(cls, sizes(game))
    except OWN_FAULTS:
        return None


def _replayed(
    program: Program, cls: type, boards: list[Container], marks: list[Marks], position: Position
) -> Iterator[tuple[Place, Container, Marks]]:
    """Yield the movers of a class that bring its board to a position, for each pair of marks with which they do."""
    for mover in movers(cls):
        for container, words in product(boards, _words_for(getattr(cls, mover))):
            place = Place(cls.__name__, container.name, mover, tuple(words.split(",")))
            usable = [pair for pair in marks if _are_of_its_enum(container, pair)]
            for pair in usable if "mark" in place.words else _shown_marks(program, place, container, position.game):
                if _brings(program, place, container, pair, position):
                    yield place, container, pair


def _are_of_its_enum(container: Container, pair: Marks) -> bool:
    """Return whether marks are members of the Enum of which a free cell is one; a free cell may be of none."""
    name, dot, _ = container.free.partition(".")
    return not (dot and name) or name[:1] in ("'", '"') or all(word.startswith(f"{name}.") for word in pair[0])


def _shown_marks(program: Program, place: Place, container: Container, game: Game) -> list[Marks]:
    """Return the marks that a class puts on its own board, in its first two moves."""
    contents = _contents(program, place, container, (("1", "2"), False), Position.from_boards(game, 1, 2))
    if contents is None or contents[0][0] == contents[0][1]:
        return []
    return [((word_of(contents[0][0]), word_of(contents[0][1])), False)]


def _words_for(mover: Any) -> tuple[str, ...]:
    try:
        parameters = list(inspect.signature(mover).parameters.values())[1:]
    except (TypeError, ValueError):
        return ()
    required = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    ]
    return _MOVER_WORDS.get(len(required), ())


def _brings(program: Program, place: Place, container: Container, pair: Marks, position: Position) -> bool:
    """Return whether the moves of a class bring its board to a position, with a pair of marks."""
    contents = _contents(program, place, container, pair, position)
    if contents is None:
        return False
    shown, wanted = contents
    return len(shown) == len(wanted) and all(_equal(a, b) for a, b in zip(shown, wanted, strict=True))


def _equal(a: Any, b: Any) -> bool:
    """Return whether two contents of a cell are the same; an array holds whole numbers as floats."""
    return bool(a == b) and (type(a) is type(b) or {type(a), type(b)} == {int, float})


def _contents(
    program: Program, place: Place, container: Container, pair: Marks, position: Position
) -> tuple[list[Any], list[Any]] | None:
    """Return what the cells of a class's board hold after the moves to a position, and should hold; None if they
    fail."""
    (x, o), own = pair
    reading = Reading(container.form, (x, o, container.free), own, place=place)
    try:
        with in_silence(), without_input():
            reader = Reader(reading, position.game, program.evidence.namespace)
            thing = brought(reader, program, position, place)
            shown = FORMS[container.form].read(part_of(thing, place.part), position.game)
            return shown, reader.cells(position)
    except OWN_FAULTS:
        return None


def object_words(program: Program) -> Iterator[tuple[str, ...]]:
    """Yield the arguments where an object takes the place of the board, and perhaps the game's besides its state."""
    required = [parameter.name for parameter in program.parameters if parameter.required]
    games = [name for name in required if plain(name) in vocabulary.words("objects", "of_games")]
    for board in required:
        is_mark = vocabulary.meanings().get(plain(board)) in ("mark", "other")
        if len(required) == 1 or not (board in games or (games and is_mark)):
            yield tuple("board" if name == board else "game" if name in games else f"?{name}" for name in required)
    if len(required) == 1:
        return
    for board in games:
        yield tuple("board" if name == board else f"?{name}" for name in required)

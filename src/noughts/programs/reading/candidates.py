"""The readings that a program's text leaves: its boards, marks and arguments.

Marks are those of the text: X and O, other letters, numbers, members of an Enum. Of a single one the partner is the
usual: O of X, 2 or -1 of 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import permutations, product

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.programs import vocabulary
from noughts.programs.reading.beside_board import unfilled
from noughts.programs.reading.board_forms import COLUMNS, FORMS, UP, Place, mark_of, word_of
from noughts.programs.reading.evidence import NESTED, STONE, SUBSCRIPT, UNREAD, Evidence, plain
from noughts.programs.reading.object_kinds import Program
from noughts.programs.reading.own_objects import (
    THEIRS,
    Parameter,
    attributes_asked,
    classes_for,
    classes_named,
    is_board,
)
from noughts.programs.reading.placed_candidates import (
    Marks,
    is_of_another_position,
    object_words,
    own_places,
    passed_places,
    shared_places,
    state_places,
)
from noughts.programs.reading.readings import Reading

_Marks = tuple[str, str, str]
_Stones = tuple[str, str]
_Words = tuple[str, ...]

_LETTERS = (("X", "O"), ("x", "o"))
# Letters of other programs: black and white, human and computer, player and computer, first and second, a and b.
_OTHER_LETTERS = (("B", "W"), ("C", "H"), ("P", "C"), ("A", "B"), ("R", "Y"), ("R", "B"))
_FREE = ("None", "' '", "''", "_", ".", "'-'", "'0'", "'#'", "'*'", "'?'", "E", "e", "N", "0", "digits1", "digits0")
_NUMBERED = ("numbers0", "numbers1")
_USUALLY_FREE = ("None", "' '", "''", "_", ".", "'-'", "0")  # where the text does not say
_NUMBERS: tuple[_Marks, ...] = (
    ("1", "-1", "0"),
    ("-1", "1", "0"),
    ("1", "2", "0"),
    ("2", "1", "0"),
    ("1", "0", "None"),
    ("0", "1", "None"),
    ("0", "1", "-1"),
    ("1", "0", "-1"),
    ("3", "5", "2"),
)

_ANY = ("mark", "other")  # for a mark that no name says
_NAME = "'name'"  # of a player that has a mark, too
_MOST_ARGUMENTS = 5
_SIDE = {"mark", "other", "side", "first", "ply"}  # the arguments that tell a program its side


def readings_of(program: Program, game: Game, position: Position) -> tuple[list[Reading], list[Reading]]:
    """Return the readings that a program's text leaves, and those that count only where none of these fits.

    They are without their answers. Marks of X and O come before marks of the side to move and of the other, unless the
    text says which mark is the program's own. A `position` of the game shows which classes can be brought to positions
    by their moves. Where stones fall, a list may be of columns, and the lowest row may come first, but in a program of
    the form that is asked for. None is left for an object that its game has still to set up.
    """
    if program.owner is not None and unfilled(program, program.owner):
        return [], []
    if (agents := list(_agents(program))) or not program.parameters:
        readings = agents or [*_plain(program, game), *_placed(program, game, position)]
    else:
        placed = list(_placed(program, game, position))
        readings = placed if placed and _takes_objects(program) else [*_plain(program, game), *placed]
        readings = readings or list(_plain(program, game, _lone(program)))
    if not (game.cells_stay_open or _is_of_the_contract(program)):
        readings = [
            *readings,
            *(replace(each, board=COLUMNS) for each in readings if each.board == "rows" and not each.place),
        ]
        turned = [
            replace(each, board=f"{each.board}{UP}") for each in readings if not (each.place and each.place.mover)
        ]
        readings = [*readings, *(each for each in turned if each.board in FORMS)]
    readings = [reading for reading in readings if not is_of_another_position(program, reading, position)]
    readings = [reading for reading in readings if _is_made_so(program, reading)]
    first = [reading for reading in readings if _is_left(reading, program.evidence)]
    rest = [reading for reading in readings if reading not in first]
    return first, [reading for reading in rest if reading.own or program.evidence.own_mark is None]


def _is_made_so(program: Program, reading: Reading) -> bool:
    """Return whether the program's object is made of marks that have letters as their defaults where the marks on the
    board are letters too, and not where they are none."""
    if all(each.required for each in program.constructor) or not reading.marks:
        return True
    is_letter = isinstance(mark_of(reading.marks[0], program.evidence.namespace), str)
    return (len(reading.construction or ()) == len(program.constructor)) is is_letter


def _is_of_the_contract(program: Program) -> bool:
    """Return whether a program is written as the documents ask: `get_move(board, mark)`, the highest row first."""
    names = [parameter.name for parameter in program.parameters]
    return getattr(program.call, "__name__", "") == "get_move" and names == ["board", "mark"]


def _is_left(reading: Reading, evidence: Evidence) -> bool:
    """Return whether the text leaves a reading: are its marks rather those of X and O, or of the side to move?"""
    is_passed = _SIDE & {*reading.arguments, *(reading.construction or ())}
    if "True" in reading.arguments and not (is_passed or reading.own or evidence.tells_turn):
        return False  # it would always move for X
    if not reading.marks or is_passed or evidence.tells_turn:
        return not reading.own
    if evidence.own_mark is None:
        return True
    first = mark_of(reading.marks[0], evidence.namespace)
    return reading.own and (type(first), first) == evidence.own_mark


def _plain(program: Program, game: Game, board: Parameter | None = None) -> Iterator[Reading]:
    """Yield the readings of a board that is an argument: of `board`, or of the parameter that is one by its name or its
    use, of the program or else of its constructor."""
    arguments, constructions = list(_argument_lists(program, board)), _constructions(program)
    if any("board" in (words or ()) for words in constructions):
        required = [parameter for parameter in program.parameters if parameter.required]
        arguments = arguments or list(_words_for(required, program.evidence))
    turned = ((marks, False) for marks in marks_of_o_first(program.evidence))
    forms: list[tuple[str, Place | None, str | None]] = [
        (container.form, place, container.free) for place, container in shared_places(program, game)
    ]
    forms = forms or [(form, None, None) for form in _forms(program)]
    for marks, own in (*marks_of(program.evidence), *turned):
        for (form, place, free), words, construction in product(forms, arguments, constructions):
            if free in (None, marks[2]):
                yield Reading(form, marks, own, words, "", place, construction)
    if "observation" in program.evidence.words:
        yield from (Reading("observation", (), False, words, "") for words in arguments)


def _agents(program: Program) -> Iterator[Reading]:
    """Yield the readings of an agent of a library: PettingZoo's and Kaggle's observations."""
    [first, *others] = [plain(parameter.name) for parameter in program.parameters] or [""]
    attributes = program.evidence.attributes.get(program.parameters[0].name, ()) if program.parameters else ()
    if first not in ("observation", "obs"):
        return
    if "board" in attributes or "board" in program.evidence.words:
        words = ("board", "configuration") if others else ("board",)
        yield Reading("kaggle", ("1", "2", "0"), False, words, "")
    else:
        yield from (Reading("observation", (), False, words, "") for words in _argument_lists(program))


def _takes_objects(program: Program) -> bool:
    return any(attributes_asked(parameter, program.evidence) for parameter in program.parameters)


def _constructions(program: Program) -> list[_Words | None]:
    """Return the arguments of which the program's own object may be made; None where it needs none."""
    if not program.constructor:
        return [None]
    required = [parameter for parameter in program.constructor if parameter.required]
    both = dict.fromkeys((tuple(program.constructor), tuple(required)))
    return [words for given in both for words in _words_for(given, program.evidence, are_marks=True)]


def _placed(program: Program, game: Game, position: Position) -> Iterator[Reading]:
    """Yield the readings of boards in objects and globals."""
    marks = _mark_pairs(program.evidence)
    others = [parameter for parameter in program.parameters if parameter.required]
    choices = list(_words_for(others, program.evidence))
    for place, container, construction in own_places(program, game, _constructions(program)) if choices else ():
        for ((x, o), own), words in product(_beside(marks, container.free), choices):
            yield Reading(container.form, (x, o, container.free), own, words, "", place, construction)
    lists = [words for given in object_words(program) for words in _resolved(program, given)]
    named = any(plain(parameter.name) in vocabulary.words("objects", "games") for parameter in program.parameters)
    if any(construction and "board" in construction for construction in _constructions(program)):
        lists = choices  # its constructor takes the object
    elif not lists or not (named or _takes_objects(program)):
        return
    for place, container, ((x, o), own) in passed_places(program, game, marks, position):
        if container.free in (x, o):
            continue
        for words, construction in product(lists, _constructions(program)):
            yield Reading(container.form, (x, o, container.free), own, words, "", place, construction)
    for place, words, construction in product(state_places(program, game), lists, _constructions(program)):
        yield Reading("flat", ("X", "O", "None"), False, words, "", place, construction)


def _beside(marks: list[Marks], free: str) -> list[Marks]:
    return [(pair, own) for pair, own in marks if free not in pair]


def _resolved(program: Program, given: _Words) -> Iterator[_Words]:
    """Yield lists of arguments with the words of the parameters that stand for no object."""
    required = {parameter.name: parameter for parameter in program.parameters if parameter.required}
    unknown = [required[word[1:]] for word in given if word.startswith("?")]
    for words in _words_for(unknown, program.evidence):
        rest = iter(words)
        yield tuple(next(rest) if word.startswith("?") else word for word in given)


def _mark_pairs(evidence: Evidence) -> list[Marks]:
    return list(dict.fromkeys(((x, o), own) for (x, o, _), own in marks_of(evidence)))


def marks_of(evidence: Evidence) -> Iterator[tuple[_Marks, bool]]:
    """Yield the marks of X, O and a free cell that the text leaves; then each pair as marks of the side to move and of
    the other."""
    triples: list[_Marks] = []
    for x, o, blank in evidence.enums:
        rest = [word_of(blank)] if blank is not None else ["None", "' '", "''", "0"]
        triples += [(word_of(x), word_of(o), word) for word in rest]
    letters, free = _letters(evidence), [word for word in (*_FREE, *_NUMBERED) if _is_free(word, evidence)]
    triples += [(x, o, word) for (x, o), word in product(letters, free or _USUALLY_FREE)]
    numbers = _numbers(evidence)
    for triple in (*triples, *numbers):
        yield triple, False
    for first, second, word in (*triples, *numbers):
        yield (first, second, word), True
        if (second, first, word) not in numbers:
            yield (second, first, word), True


def marks_of_o_first(evidence: Evidence) -> list[_Marks]:
    """Return the marks of a program in which O begins, where a function of it says whose turn it is: they are those of
    the text, in the other order. It has to say so."""
    known = [marks for marks, own in marks_of(evidence) if not own] if evidence.turn is not None else []
    return [(o, x, free) for x, o, free in known if (o, x, free) not in known]


def _knows(evidence: Evidence, word: str) -> bool:
    return evidence.knows(mark_of(word, evidence.namespace))


def _is_free(word: str, evidence: Evidence) -> bool:
    if word.startswith(("digits", "numbers")):
        return evidence.numbers_cells(str if word.startswith("digits") else int)
    return _knows(evidence, word)


def _letters(evidence: Evidence) -> list[_Stones]:
    """Return the pairs of letters that may be marks: those of the text, or its single one with the usual partner.

    A text without any mark has no use for which they are.
    """
    known = [pair for pair in _LETTERS if all(_knows(evidence, word) for word in pair)]
    if known or evidence.enums:
        return known
    turned = [pair for a, b in _OTHER_LETTERS for pair in ((a, b), (b, a))]
    cases = [(case(x), case(o)) for case in (str.upper, str.lower) for x, o in turned]
    is_known = _is_in_cells if _stores_numbers(evidence) else _knows
    others = [pair for pair in cases if all(is_known(evidence, word) for word in pair)]
    single = [pair for pair in _LETTERS if any(_knows(evidence, word) for word in pair)]
    return others or single or ([] if _stores_numbers(evidence) else [_LETTERS[0]])


def _stores_numbers(evidence: Evidence) -> bool:
    return any(kind is int and value for kind, value in evidence.in_cells)


def _is_in_cells(evidence: Evidence, word: str) -> bool:
    mark = mark_of(word, {})
    return (type(mark), mark) in evidence.in_cells


def _numbers(evidence: Evidence) -> list[_Marks]:
    """Return the numbers that may be marks: those of the text, or its single one with the usual partners."""
    has_others = evidence.enums or any(all(_knows(evidence, word) for word in pair) for pair in _LETTERS)
    if evidence.names_letters or (has_others and not _stores_numbers(evidence)):
        return []
    zero_is_free = _is_in_cells(evidence, "0") and not any(_is_in_cells(evidence, word) for word in ("None", "-1"))
    numbers = [triple for triple in _NUMBERS if not zero_is_free or triple[2] == "0"]
    known = [triple for triple in numbers if all(_knows(evidence, word) for word in triple[:2])]
    single = [triple for triple in numbers if any(_knows(evidence, word) for word in triple[:2] if word != "0")]
    stored = [triple for triple in known if all(_is_in_cells(evidence, word) for word in triple)]
    others = [str(value) for kind, value in evidence.in_cells if kind is int and value]
    if zero_is_free and len(others) == 2 and not stored:  # two of its own, as 1 and 3
        stored = [(first, second, "0") for first, second in permutations(sorted(others))]
    triples = stored or known or single
    return [triple for triple in triples if triple[2] == "None" or _knows(evidence, triple[2])] or triples


def every_marks() -> Iterator[tuple[_Marks, bool]]:
    """Yield all marks that a table may have, and each pair as marks of the side to move and of the other."""
    letters = product(_LETTERS, (*_FREE, *_NUMBERED))
    numbers = [triple for triple in _NUMBERS if triple[0] in ("0", "1")]  # of two numbers, the first player's
    triples = [*((x, o, free) for (x, o), free in letters), *numbers]
    yield from ((triple, own) for own in (False, True) for triple in triples)


def _forms(program: Program) -> list[str]:
    """Return the boards to try; arrays come first if the program uses NumPy, and are left out if it does not.

    A board whose elements are subscripted has rows.
    """
    evidence = program.evidence
    if any(NESTED in evidence.attributes.get(parameter.name, ()) for parameter in program.parameters):
        return ["array", "rows", "tuples"] if evidence.arrays else ["rows", "tuples"]
    dicts = () if evidence.dicts else ("dict1", "digits")
    from_one = (*dicts, *(("flat1", "dict1", "digits") if evidence.from_zero else ()))
    upright = [form for form in FORMS if not form.endswith(UP)]
    arrays = [form for form in upright if FORMS[form].is_array]
    others = [form for form in upright if form not in (*arrays, *from_one, COLUMNS, "text", "observation", "kaggle")]
    return [*arrays, *others] if evidence.arrays else others


def _argument_lists(program: Program, takes_board: Parameter | None = None) -> Iterator[_Words]:
    """Yield the lists of arguments: for the parameters that a call must give, and up to the last one that is a mark."""
    parameters = list(program.parameters)
    needed = [at for at, parameter in enumerate(parameters) if parameter.required or parameter.is_mark]
    given = parameters[: max(needed, default=-1) + 1] or parameters[:1]
    board = takes_board or _board_of(given, program.evidence)
    if board is None or board not in given or len(given) > _MOST_ARGUMENTS:
        return
    at = given.index(board)
    for words in _words_for([parameter for parameter in given if parameter is not board], program.evidence):
        yield (*words[:at], "board", *words[at:])


def unknown_of(program: Program) -> list[str]:
    """Return the parameters of which no word says what they stand for, or that stand for objects."""
    required = [parameter for parameter in program.parameters if parameter.required]
    board = _board_of(required, program.evidence)
    rest = [
        parameter
        for parameter in required
        if parameter is not board and not _words_of(parameter, program.evidence, is_mark=False)
    ]
    rest += [parameter for parameter in program.constructor if classes_for(parameter, program.evidence, is_made=True)]
    return [parameter.name for parameter in rest]


def _board_of(parameters: list[Parameter], evidence: Evidence) -> Parameter | None:
    """Return the parameter that takes the board: the first with such a name, else with rows of cells, else with
    elements, else the first that has no other name."""
    boards = vocabulary.words("parameters", "board")
    named = [
        parameter for parameter in parameters if plain(parameter.name) in boards or "board" in plain(parameter.name)
    ]
    of_rows = [parameter for parameter in parameters if NESTED in evidence.attributes.get(parameter.name, ())]
    subscripted = [parameter for parameter in parameters if SUBSCRIPT in evidence.attributes.get(parameter.name, ())]
    unnamed = [parameter for parameter in parameters if plain(parameter.name) not in vocabulary.meanings()]
    return next(iter([*named, *of_rows, *subscripted, *unnamed]), None)


def _lone(program: Program) -> Parameter | None:
    """Return the only parameter that a call must give, if it is not used as a stone."""
    required = [parameter for parameter in program.parameters if parameter.required]
    stones = [parameter for parameter in required if STONE in program.evidence.attributes.get(parameter.name, ())]
    return required[0] if len(required) == 1 and not stones else None


def _words_for(parameters: Sequence[Parameter], evidence: Evidence, are_marks: bool = False) -> Iterator[_Words]:
    """Yield the arguments that some parameters may stand for together; those that say a mark once come first.

    `are_marks`: whether one of an unknown name is a mark; else its use says so.
    """
    choices = [_words_of(parameter, evidence, are_marks) for parameter in parameters]
    places = {parameter.name: at for at, parameter in enumerate(parameters)}
    for name, index in evidence.indexed:  # `marks[player]`: a list of both marks, and a side's place in it
        if {name, index} <= places.keys() and choices[places[index]] in (("mark",), ("other",), _ANY):
            choices[places[name]], choices[places[index]] = ("marks",), ("side",)
    for at, parameter in enumerate(parameters):
        if plain(parameter.name) == "name" and any({*_ANY} & {*words} for words in (*choices[:at], *choices[at + 1 :])):
            choices[at] = (_NAME,)
    if are_marks and ("mark",) in choices:  # then another one that no name says is the other's, or says nothing
        choices = [("None", "other") if words == _ANY else words for words in choices]
    if choices.count(_ANY) == 1:  # a single one that no name says: the mark to play, or the one that is left
        choices[choices.index(_ANY)] = ("other",) if ("mark",) in choices else ("mark",)
    if sum(words == ("mark",) for words in choices) > 1:  # of two marks, one called a player's is the other's
        theirs = [("other",) if _is_theirs(plain(parameter.name)) else ("mark",) for parameter in parameters]
        choices = [theirs[at] if words == ("mark",) else words for at, words in enumerate(choices)]
    lists = sorted(product(*choices), key=lambda words: max(words.count("mark"), words.count("other"), 1))
    fewest = [words for words in lists if words.count("mark") < 2 and words.count("other") < 2]
    yield from fewest or lists


def _is_theirs(name: str) -> bool:
    return vocabulary.pattern("marks", "theirs").match(name) is not None


def _ends_as_a_mark(name: str) -> bool:
    return vocabulary.pattern("marks", "end").search(name) is not None


def _objects_of(name: str, classes: Sequence[type]) -> _Words:
    """Return the words for objects of some classes, but for Enums: of the other side where the name says so."""
    whose = THEIRS if name != "player" and _is_theirs(name) else ""
    return tuple(f"{cls.__name__}{whose}" for cls in classes if not issubclass(cls, Enum))


def _words_of(parameter: Parameter, evidence: Evidence, is_mark: bool) -> _Words:
    """Return the arguments that a parameter may stand for; none for what no word says."""
    name = plain(parameter.name)
    use, given = evidence.attributes.get(parameter.name, ()), evidence.given.get(parameter.name)
    fitting = classes_for(parameter, evidence, is_mark)
    is_a_board = is_board(parameter.name) and not any(issubclass(cls, Enum) for cls in fitting)  # `board_value: Mark`
    if is_mark and is_a_board:  # of a constructor
        return ("board",)
    if is_mark and not parameter.required and not parameter.is_mark:
        return (str(parameter.default),)
    meant, objects = vocabulary.meanings().get(name), _Words()
    if not is_a_board:
        objects = _objects_of(name, fitting or ([] if meant else classes_named(parameter, evidence)))
        if fitting:
            return (*objects, *(("mark",) if len(objects) < len(fitting) else ()))
    match meant:
        case "depth":  # a program that counts up begins at 0
            step = evidence.counts.get(parameter.name, 0)
            if given is not None and step <= 0:
                return (str(given),)
            return ("0",) if step > 0 else ("depth",) if step < 0 else ("depth", "0")
        case "most" if given is True and evidence.own_mark is not None:  # its game asks it for its own move alone
            return ("True",)
        case "most":
            return ("True", "first", *(_ANY if STONE in use else ()))
        case None if use == UNREAD:
            return ("None",)
        case None if is_mark or (SUBSCRIPT not in use and (STONE in use or _ends_as_a_mark(name))):
            is_mine = vocabulary.pattern("marks", "mine").match(name)
            return (*objects, *(("mark",) if is_mine else ("other",) if _is_theirs(name) else _ANY))
        case None:
            return (str(given),) if isinstance(given, bool) else objects
    if STONE in use and len(name) == 1:
        return _ANY
    return (meant,)

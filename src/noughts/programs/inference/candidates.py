"""The readings that a program may have, the likelier ones first: boards, marks and arguments from tables."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.programs.inference.evidence import STONE, SUBSCRIPT, Evidence, plain
from noughts.programs.inference.placed_candidates import (
    Marks,
    object_attributes,
    object_words,
    own_places,
    passed_places,
    state_places,
)
from noughts.programs.loading.object_kinds import Parameter, Program
from noughts.programs.reading.board_forms import FORMS, mark_of, word_of
from noughts.programs.reading.readings import Reading

_Marks = tuple[str, str, str]

_LETTERS = (("X", "O"), ("x", "o"))
# Letters of other programs: black and white, human and computer, player and computer, first and second, a and b.
_OTHER_LETTERS = (("B", "W"), ("C", "H"), ("P", "C"), ("A", "B"), ("R", "Y"), ("R", "B"))
_FREE = ("None", "' '", "''", "_", ".", "'-'", "'0'", "'#'", "'*'", "'?'", "E", "e", "N", "0", "digits1", "digits0")
_NUMBERED = ("numbers0", "numbers1")
_NUMBERS: tuple[_Marks, ...] = (
    ("1", "-1", "0"),
    ("-1", "1", "0"),
    ("1", "2", "0"),
    ("2", "1", "0"),
    ("1", "0", "None"),
    ("0", "1", "None"),
    ("0", "1", "-1"),
    ("1", "0", "-1"),
)

# The names of parameters, without underscores and in lower case, and the arguments that they may stand for.
_BOARDS = """
    board state grid game position table cells squares field b bo s boardstate gamestate gameboard observation obs
"""
_NAMES = {
    "mark": """
        player mark letter symbol piece turn me ai bot computer token marker who sign stone computerletter currentplayer
        aiplayer computerplayer computersymbol computermark aimark aisymbol playertomove playerturn side color colour
        comp cpu mysymbol mymark myletter team mine own name
    """,
    "other": """
        other opponent human enemy otherplayer humanplayer humanletter playerletter humanmark opponentmark
        opponentsymbol humansymbol otherletter opponentletter opp them user you foe rival
    """,
    "depth": "depth level remaining plies movesleft turnsleft emptycount free numempty maxdepth d",
    "first": "xturn isxturn xtomove isx",
    "most": "ismaximizing ismax maximizing maximizingplayer maximize ismaximizingplayer maxplayer maxi",
    "-inf": "alpha a",
    "inf": "beta",
    "free": """
        available moves availablemoves legalmoves actions possiblemoves emptycells validmoves freecells emptysquares
        availableactions legalactions legal valid options possibleactions
    """,
    "mask": "mask actionmask legalmask actionsmask",
    "ply": "ply movecount turnnumber movenumber round",
    "m": "size boardsize width columns cols m dim dimension gridsize",
    "n": "height rows n",
    "k": "k win winlength inarow linelength",
}
_NAMED: Mapping[str, str] = {name: word for word, names in _NAMES.items() for name in names.split()}
_OBJECTS = "game state board env environment gamestate gameboard position problem"  # what may be an object
_ANY = ("mark", "other")  # for a parameter of another name
_MOST_ARGUMENTS = 5


def readings_of(program: Program, game: Game, position: Position) -> tuple[list[Reading], list[Reading]]:
    """Return the readings whose marks the program's own text supports, and the others; without their answers.

    A `position` of the game shows which classes can be brought to positions by their moves.
    """
    placed = list(_placed(program, game, position))
    if placed and _takes_objects(program):
        return placed, []
    near: list[Reading] = []
    far: list[Reading] = []
    arguments = list(_argument_lists(program))
    for marks, own in marks_of(program.evidence):
        known = _supported(marks, program.evidence) and not (own and program.evidence.tells_turn)
        for form, words, made in product(_forms(program.evidence), arguments, _constructions(program)):
            (near if known else far).append(Reading(form, marks, own, words, "", None, made))
    if "observation" in program.evidence.words or any(one.name in ("observation", "obs") for one in program.parameters):
        near += [Reading("observation", (), False, words, "") for words in arguments]
    return near + placed, far


def _takes_objects(program: Program) -> bool:
    """Return whether a parameter of a program is used as an object, so that no plain board fits it."""
    return any(object_attributes(program, one) for one in program.parameters)


def _constructions(program: Program) -> list[tuple[str, ...] | None]:
    """Return the arguments of which the program's own object may be made; None where it needs none."""
    if not program.constructor:
        return [None]
    choices = [_words_of(one, program.evidence, ("mark", "other")) for one in program.constructor]
    return [*_distinct_first(choices)]


def _placed(program: Program, game: Game, position: Position) -> Iterator[Reading]:
    """Yield the readings of boards in objects and globals."""
    marks = _mark_pairs(program.evidence)
    others = [one for one in program.parameters if one.required]
    choices = [_words_of(one, program.evidence, ()) for one in others]
    if all(choices):
        for place, container, made in own_places(program, game, _constructions(program)):
            for ((x, o), own), words in product(_beside(marks, container.free), product(*choices)):
                yield Reading(container.form, (x, o, container.free), own, words, "", place, made)
    lists = [words for given in object_words(program) for words in _resolved(program, given)]
    named = any(plain(one.name) in _OBJECTS.split() for one in program.parameters)
    if not lists or not (named or _takes_objects(program)):
        return
    for place, container, ((x, o), own) in passed_places(program, game, marks, position):
        if container.free in (x, o):
            continue
        for words, made in product(lists, _constructions(program)):
            yield Reading(container.form, (x, o, container.free), own, words, "", place, made)
    for place, words, made in product(state_places(program), lists, _constructions(program)):
        yield Reading("flat", ("X", "O", "None"), False, words, "", place, made)


def _beside(marks: list[Marks], free: str) -> list[Marks]:
    """Return the pairs of marks that a free cell does not hold."""
    return [(pair, own) for pair, own in marks if free not in pair]


def _resolved(program: Program, given: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield lists of arguments with the words of the parameters that stand for no object."""
    required = {one.name: one for one in program.parameters if one.required}
    choices = [
        _words_of(required[word[1:]], program.evidence, ("mark", "other")) if word.startswith("?") else (word,)
        for word in given
    ]
    yield from _distinct_first(choices)


def _distinct_first(choices: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return every choice of words; those that say a mark once before those that say it twice."""
    return sorted(product(*choices), key=lambda words: max(words.count("mark"), words.count("other"), 1))


def _mark_pairs(evidence: Evidence) -> list[tuple[tuple[str, str], bool]]:
    """Return the pairs of marks that the program's text has."""
    found = {((x, o), own): None for (x, o, _), own in marks_of(evidence) if _knows_both(evidence, x, o)}
    return list(found)


def _knows_both(evidence: Evidence, x: str, o: str) -> bool:
    return all(evidence.knows(mark_of(word, evidence.namespace)) for word in (x, o))


def marks_of(evidence: Evidence) -> Iterator[tuple[_Marks, bool]]:
    """Yield the marks of X, O and a free cell; then each pair as marks of the side to move and of the other."""
    triples: list[_Marks] = []
    for x, o, blank in evidence.enums:
        rest = [word_of(blank)] if blank is not None else ["None", "' '", "''", "0"]
        triples += [(word_of(x), word_of(o), word) for word in rest]
    triples += [(x, o, free) for x, o in _letters(evidence) for free in (*_FREE, *_NUMBERED)]
    for triple in (*triples, *_NUMBERS):
        yield triple, False
    for first, second, free in triples:
        yield (first, second, free), True
        yield (second, first, free), True
    for triple in _NUMBERS:
        yield triple, True


def _letters(evidence: Evidence) -> list[tuple[str, str]]:
    """Return the pairs of letters that may be marks: X and O, or others of the program's text if it has not these."""
    if any(all(map(evidence.knows, pair)) for pair in _LETTERS):
        return list(_LETTERS)
    turned = [pair for a, b in _OTHER_LETTERS for pair in ((a, b), (b, a))]
    cases = [(case(x), case(o)) for case in (str.upper, str.lower) for x, o in turned]
    return [*(pair for pair in cases if all(map(evidence.knows, pair))), *_LETTERS]


def _supported(marks: _Marks, evidence: Evidence) -> bool:
    *stones, free = marks
    if evidence.names_letters and not set(stones) <= {*"XxOo"}:
        return False
    if not all(evidence.knows(mark_of(word, evidence.namespace)) for word in stones):
        return False
    if free.startswith(("digits", "numbers")):
        return evidence.numbers_cells(str if free.startswith("digits") else int)
    return evidence.knows(mark_of(free, evidence.namespace))


def _forms(evidence: Evidence) -> list[str]:
    """Return the boards to try; arrays come first if the program uses NumPy, and are left out if it does not."""
    arrays = [form for form in FORMS if "array" in form]
    dicts = () if evidence.dicts else ("dict1", "dict0", "digits", "names", "pairs")
    others = [form for form in FORMS if form not in (*arrays, *dicts, "text", "observation")]
    return [*arrays, *others] if evidence.arrays else others


def _argument_lists(program: Program) -> Iterator[tuple[str, ...]]:
    """Yield the lists of arguments: for the parameters that a call must give, then for those with a known name too."""
    required = [one for one in program.parameters if one.required]
    optional = [one for one in program.parameters if not one.required and _words_of(one, program.evidence, ())]
    seen: set[tuple[str, ...]] = set()
    for parameters in (required, [*required, *optional]):
        if not 1 <= len(parameters) <= _MOST_ARGUMENTS:
            continue
        board = _board_of(parameters, program.evidence)
        if board is None:
            continue
        choices = [("board",) if one is board else _words_of(one, program.evidence, _ANY) for one in parameters]
        for words in _distinct_first(choices):
            if words not in seen:
                seen.add(words)
                yield words


def _board_of(parameters: list[Parameter], evidence: Evidence) -> Parameter | None:
    """Return the parameter that takes the board: the first with such a name, else the first that has no other name."""
    named = [one for one in parameters if plain(one.name) in _BOARDS.split() or "board" in plain(one.name)]
    subscripted = [one for one in parameters if SUBSCRIPT in evidence.attributes.get(one.name, ())]
    unnamed = [one for one in parameters if plain(one.name) not in _NAMED]
    return next(iter([*named, *subscripted, *unnamed]), None)


def _words_of(parameter: Parameter, evidence: Evidence, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that a parameter may stand for."""
    if STONE in evidence.attributes.get(parameter.name, ()) and len(parameter.name) == 1:
        return "mark", "other"
    match meant := _NAMED.get(plain(parameter.name)):
        case None:
            return otherwise
        case "depth":  # a program that counts up begins at 0
            step = evidence.counts.get(parameter.name, 0)
            return ("0",) if step > 0 else ("depth", "0")
        case "most":
            return "True", "first", "False"
        case "mark":
            return "mark", "other"
        case "m":
            return ("m",)
    return (meant,)

"""The readings that a program may have, the likelier ones first: boards, marks and arguments from tables."""

from collections.abc import Iterator, Mapping
from itertools import product

from noughts.strategies.adapters.evidence import Evidence
from noughts.strategies.adapters.object_kinds import Parameter, Program, plain
from noughts.strategies.adapters.readings import FORMS, Reading, mark_of, word_of

_Marks = tuple[str, str, str]

_LETTERS = (("X", "O"), ("x", "o"))
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
        comp cpu mysymbol mymark myletter team
    """,
    "other": """
        other opponent human enemy otherplayer humanplayer humanletter playerletter humanmark opponentmark
        opponentsymbol humansymbol otherletter opponentletter opp them user
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
_ANY = ("mark", "other", "depth", "first", "free", "m")  # for a parameter of another name
_MOST_ARGUMENTS = 5


def readings_of(program: Program) -> tuple[list[Reading], list[Reading]]:
    """Return the readings whose marks the program's own text supports, and the others; without their answers."""
    near: list[Reading] = []
    far: list[Reading] = []
    arguments = list(_argument_lists(program))
    for marks, own in marks_of(program.evidence):
        known = _supported(marks, program.evidence)
        for form, words in product(_forms(program.evidence), arguments):
            (near if known else far).append(Reading(form, marks, own, words, ""))
    if "observation" in program.evidence.words or any(one.name in ("observation", "obs") for one in program.parameters):
        near += [Reading("observation", (), False, words, "") for words in arguments]
    return near, far


def marks_of(evidence: Evidence) -> Iterator[tuple[_Marks, bool]]:
    """Yield the marks of X, O and a free cell; then each pair as marks of the side to move and of the other."""
    triples: list[_Marks] = []
    for x, o, blank in evidence.enums:
        rest = [word_of(blank)] if blank is not None else ["None", "' '", "''", "0"]
        triples += [(word_of(x), word_of(o), word) for word in rest]
    triples += [(x, o, free) for x, o in _LETTERS for free in (*_FREE, *_NUMBERED)]
    for triple in (*triples, *_NUMBERS):
        yield triple, False
    for first, second, free in triples:
        yield (first, second, free), True
        yield (second, first, free), True
    for triple in _NUMBERS:
        yield triple, True


def _supported(marks: _Marks, evidence: Evidence) -> bool:
    *stones, free = marks
    if not all(evidence.knows(mark_of(word, evidence.namespace)) for word in stones):
        return False
    if free.startswith(("digits", "numbers")):
        return evidence.numbers_cells(str if free.startswith("digits") else int)
    return evidence.knows(mark_of(free, evidence.namespace))


def _forms(evidence: Evidence) -> list[str]:
    """Return the boards to try; arrays come first if the program uses NumPy, and are left out if it does not."""
    arrays = [form for form in FORMS if "array" in form]
    others = [form for form in FORMS if form not in (*arrays, "text", "observation")]
    return [*arrays, *others] if evidence.arrays else others


def _argument_lists(program: Program) -> Iterator[tuple[str, ...]]:
    """Yield the lists of arguments: for the parameters that a call must give, then for those with a known name too."""
    required = [one for one in program.parameters if one.required]
    optional = [one for one in program.parameters if not one.required and _words_of(one, program.evidence, ())]
    seen: set[tuple[str, ...]] = set()
    for parameters in (required, [*required, *optional]):
        if not 1 <= len(parameters) <= _MOST_ARGUMENTS:
            continue
        board = _board_of(parameters)
        choices = [("board",) if one is board else _words_of(one, program.evidence, _ANY) for one in parameters]
        for words in product(*choices):
            if words not in seen:
                seen.add(words)
                yield words


def _board_of(parameters: list[Parameter]) -> Parameter:
    """Return the parameter that takes the board: the first with such a name, else the first that has no other."""
    named = [one for one in parameters if plain(one.name) in _BOARDS.split() or "board" in plain(one.name)]
    unnamed = [one for one in parameters if plain(one.name) not in _NAMED]
    return [*named, *unnamed, *parameters][0]


def _words_of(parameter: Parameter, evidence: Evidence, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that a parameter may stand for."""
    match meant := _NAMED.get(plain(parameter.name)):
        case None:
            return otherwise
        case "depth":  # a program that counts up begins at 0
            step = evidence.counts.get(parameter.name, 0)
            return ("0",) if step > 0 else ("depth", "0") if step < 0 else ("0", "depth")
        case "most":
            return "True", "first", "False"
        case "mark":
            return "mark", "other"
        case "m":
            return ("m",)
    return (meant,)

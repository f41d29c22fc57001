"""Making a strategy of an object in a user's file, and finding the object in it."""

import ast
import inspect
from collections.abc import Mapping, Sequence
from time import process_time
from types import CodeType, ModuleType
from typing import Any

from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.errors import LimitExceeded, NoProgram, NotationError, NotRead, StrategyError
from noughts.players.player import NO_DICE, OWN_FAULTS, Player, in_one_line
from noughts.programs import vocabulary
from noughts.programs.calls import TooLong, in_silence, limited, without_input
from noughts.programs.load.files import parsed
from noughts.programs.load.user_module import is_loaded_so
from noughts.programs.policies import METHOD, PolicyStrategy
from noughts.programs.program import ProgramStrategy
from noughts.programs.reading.evidence import plain
from noughts.programs.reading.object_kinds import Program, is_program, method_of, names_in, program_of
from noughts.programs.reading.probe import AnswersOtherwise, TwoReadings, positions_of, wide_positions_of
from noughts.programs.reading.readings import VALUES, Reading
from noughts.programs.tables import TableStrategy
from noughts.words import Said, both

_SEARCH = 3  # the rank of a search, between likely names and others
_MOST_TRIED = 8
_TRYING = 30.0  # seconds of processor time for all of them
_COMPARING = 10.0  # the same, to compare their moves
_STEPS = 800_000  # lines of Python for one of these
_NOTHING = len((lambda: None).__code__.co_code)  # bytes of the code of a function that does nothing
_LARGE = 10  # keys of a dict that may be a table of positions
_tried: dict[str, Player] = {}  # programs that were tried when one was chosen


def adapted(
    name: str, thing: Any, module: ModuleType | None, read: str = "", noisy: bool = False, method: str = ""
) -> Player:
    """Return an object as a strategy called `name`: a policy, a table, or a program that is called.

    `read` is the text of a reading, `method` the name of the method of a class that chooses moves, if it is said.
    Raises StrategyError for an object that is none of these, a class that cannot be made without arguments, a reading
    that is not one.
    """
    if not read and not noisy and (tried := _tried.pop(name, None)) is not None:
        return tried
    reading = _reading(name, read)
    try:
        with without_input():
            thing = thing() if inspect.isclass(thing) and hasattr(thing, METHOD) else thing
            if hasattr(thing, METHOD):
                return PolicyStrategy(name, thing)
            if isinstance(thing, Mapping):
                return TableStrategy(name, thing, reading)
            program = program_of(thing, module, method)
    except OWN_FAULTS as error:
        values = {"strategy": repr(name), "reason": in_one_line(error)}
        raise StrategyError(Said("error.not-made", values)) from error
    if program is None:
        reason = Said("error.chooses-nothing")
        raise StrategyError(Said("error.not-a-strategy", {"strategy": repr(name), "reason": reason}))
    if reading is not None and reading.answer == VALUES:
        refusal = Said("reading.values", {"word": repr(VALUES)})
        raise StrategyError(Said("error.of-strategy", {"strategy": repr(name), "reason": refusal}))
    if reading is not None and not _takes(program, len(reading.arguments)):
        names = [parameter.name for parameter in program.parameters]
        raise StrategyError(Said("reading.count", {"count": len(reading.arguments), "words": names}))
    return ProgramStrategy(name, program, reading, noisy)


def _takes(program: Program, count: int) -> bool:
    """Return whether a program can be called with so many arguments: a reading with others is not its author's."""
    try:
        inspect.signature(program.call).bind(*[None] * (count + bool(program.constructor)))  # an object comes first
    except TypeError:
        return False
    except ValueError:  # some built-in functions have no signature
        return True
    return True


def _reading(name: str, text: str) -> Reading | None:
    try:
        return Reading.from_text(text) if text else None
    except NotationError as error:
        raise StrategyError(Said("error.of-strategy", {"strategy": repr(name), "reason": error.said})) from None


def only_one(file: str, module: ModuleType) -> str:
    """Return the name of the program in a module: a strategy, else the one that plainly chooses the moves.

    That is the only one which no other calls; of several the only one that plays a board of 3 by 3, if no other has a
    likelier name; of several that play the only one that the game of the file calls; of several that make the same
    moves the likeliest that looks to the end. Where none plays that board, one that the file never calls gives way to
    the only search that it calls. Raises StrategyError if there is none, or if it is not plain which; LimitExceeded if
    there is no time to try them.
    """
    own = programs_in(module) | _imported(module)
    strategies = [name for name, thing in own.items() if inspect.isclass(thing) and hasattr(thing, "decide")]
    if len(strategies) > 1:
        raise _which(file, strategies)
    if strategies:
        return strategies[0]
    ranks = ranked_programs(own) or ranked_programs(own, asking=True)
    if not ranks:
        named = {name: thing for name, thing in vars(module).items() if not name.startswith("_")}
        tables = [name for name, thing in named.items() if isinstance(thing, Mapping) and len(thing) >= _LARGE]
        if len(tables) == 1:
            return tables[0]
        raise NoProgram(Said("error.no-chooser", {"file": repr(file)}))
    heads = _uncalled(ranks, own) or list(ranks)
    if len(heads) == 1:
        return heads[0]
    playing = _playing(file, heads, own, module)
    if len(playing) > 1:
        called = _called_by_its_game(module)
        playing = [name for name in playing if name in called] if len(called.intersection(playing)) == 1 else playing
    likelier = [name for name in heads if playing and ranks[name] < ranks[playing[0]] and name not in playing]
    if len(playing) > 1 and not likelier and _move_alike([_tried.get(f"{file}:{name}") for name in playing]):
        limited_name = vocabulary.pattern("functions", "limited")
        playing = [min(playing, key=lambda name: limited_name.search(plain(name)) is not None)]
    if len(playing) > 1 or likelier:
        raise _which(file, [*likelier, *playing])
    return playing[0] if playing else _called_search(ranks, module, heads[0])


def _called_search(ranks: Mapping[str, int], module: ModuleType, name: str) -> str:
    """Return a name, or the only search that a file calls, if it never calls what has that name."""
    tree = parsed(getattr(module, "__file__", None))
    if name in _called_in(tree):
        return name
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    others = [*functions, *(node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef))]
    searches = [each for each in ranks if plain(each) in vocabulary.words("functions", "searches")]
    called = [
        each
        for each in searches
        if any(each in _called_in(node) and getattr(node, "name", "") != each for node in others)
    ]
    return called[0] if len(called) == 1 else name


def _which(file: str, names: Sequence[str]) -> NotRead:
    *others, last = names
    values = {"file": repr(file), "words": both([", ".join(others), last]), "spec": f"{file}:{names[0]}"}
    return NotRead(Said("error.which-program", values))


def _playing(file: str, names: Sequence[str], own: Mapping[str, Any], module: ModuleType) -> list[str]:
    """Return those of some programs that play a board of 3 by 3. Raises LimitExceeded."""
    _tried.clear()  # those of a file of the same name
    playing, until = [], process_time() + _TRYING
    for name in names[:_MOST_TRIED]:
        if _plays(f"{file}:{name}", own[name], module):
            playing.append(name)
        if process_time() > until:
            values = {"file": repr(file), "seconds": f"{_TRYING:g}", "spec": f"{file}:{names[0]}"}
            raise LimitExceeded(Said("error.which-not-known", values))
    return playing


def _move_alike(programs: Sequence[Player | None]) -> bool:
    """Return whether some programs make the same moves in positions of all plies, up to those that take too long.

    None is one that is read in two ways: it may be like no other.
    """
    until = process_time() + _COMPARING
    for number, position in enumerate([*positions_of(STANDARD), *wide_positions_of(STANDARD)]):
        try:
            choices = {_moves_of(program, position) for program in programs}
        except TooLong:
            return number >= len(positions_of(STANDARD))
        if len(choices) > 1 or None in choices:
            return False
        if process_time() > until:
            break
    return True


def _moves_of(program: Player | None, position: Position) -> object:
    """Return the moves of a program and their chances where they are unequal, or the name of its error; None where it
    draws what cannot be listed."""
    if program is None:
        return None
    try:
        with in_silence(), without_input():
            decision = limited(_STEPS, lambda: program.decide(position, NO_DICE))
        answer: object = frozenset(decision.moves), tuple(sorted((decision.unequal or {}).items()))
    except TooLong:
        raise
    except OWN_FAULTS as error:
        answer = type(error).__name__
    return None if program.noisy else answer


def _called_by_its_game(module: ModuleType) -> set[str]:
    """Return the names that are called where the file asks its person, and in its statements outside of functions."""
    tree = parsed(getattr(module, "__file__", None))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    games = [node for node in functions if "input" in _called_in(node)]
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {name for node in (*games, *outside) for name in _called_in(node)}


def _called_in(node: ast.AST) -> set[str]:
    calls = (inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call))
    return {str(getattr(called, "id", None) or getattr(called, "attr", "")) for called in calls}


def _plays(name: str, thing: Any, module: ModuleType) -> bool:
    """Return whether an object is a program that plays a board of 3 by 3; if so it is kept for its use."""
    try:
        strategy = adapted(name, thing, module)
        plays = strategy.fits(STANDARD) if isinstance(strategy, ProgramStrategy) else strategy.supports(STANDARD)
    except (TwoReadings, AnswersOtherwise):
        return True
    except StrategyError:
        return False
    if plays:
        _tried[name] = strategy
    return plays


def ranked_programs(own: Mapping[str, Any], asking: bool = False) -> dict[str, int]:
    """Return the names of what may be a program, the likelier ones first, each with its rank.

    Helpers and people are left out; so is what asks its person, but for `asking`.
    """
    ranks = {name: _rank(name, thing) for name, thing in own.items() if asking or not _asks(thing)}
    known = {name: rank for name, rank in ranks.items() if rank is not None}
    return dict(sorted(known.items(), key=lambda entry: entry[1]))


def _asks(thing: object) -> bool:
    method = method_of(thing) if inspect.isclass(thing) else None
    code = getattr(getattr(thing, method) if method else thing, "__code__", None)
    return code is not None and "input" in names_in(code)


def _rank(name: str, thing: object) -> int | None:
    """Return a low number for a likely program, None for one that is none."""
    known = plain(name)
    if vocabulary.pattern("functions", "helpers").search(known) and known not in vocabulary.words("functions", "picks"):
        return None
    if inspect.isabstract(thing) or (inspect.isclass(thing) and (method := method_of(thing)) is None):
        return None
    if _is_empty(thing):
        return None
    if known in vocabulary.words("functions", "picks"):
        return 0
    if inspect.isclass(thing):
        weak = plain(str(method)) in ("move", "play", "makemove")
        return 5 if weak else 1 if vocabulary.pattern("functions", "likely").search(known) else 2
    if vocabulary.pattern("functions", "likely").search(known):
        return 1
    if known in vocabulary.words("functions", "searches"):
        return _SEARCH
    if not inspect.isroutine(thing):
        return 2
    return 4


def _is_empty(thing: object) -> bool:
    """Return whether a function, or the method of a class that chooses moves, does nothing."""
    method = method_of(thing) if inspect.isclass(thing) else None
    function = getattr(thing, method) if method else thing
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    if code is None or getattr(function, "__isabstractmethod__", False):
        return code is not None
    says = [constant for constant in code.co_consts if constant is not None and constant != function.__doc__]
    nothing = not says and not code.co_names and len(code.co_code) <= _NOTHING
    return nothing or code.co_names == ("NotImplementedError",)


def programs_in(module: ModuleType) -> dict[str, Any]:
    """Return what may be a program among the names of a module: functions and classes of its own, tables, policies."""
    return {name: thing for name, thing in vars(module).items() if _is_own(name, thing, module)}


def _imported(module: ModuleType) -> dict[str, Any]:
    """Return the functions of the program's other files that a module calls, and that are likely by their names."""
    called = _called_in(parsed(getattr(module, "__file__", None)))
    functions = {name: thing for name, thing in vars(module).items() if name in called and inspect.isfunction(thing)}
    return {
        name: function
        for name, function in functions.items()
        if function.__module__ != module.__name__ and is_loaded_so(function.__module__)
        if (rank := _rank(name, function)) is not None and rank <= _SEARCH
    }


def _uncalled(ranks: Mapping[str, int], own: Mapping[str, Any]) -> list[str]:
    """Return those of some programs that are not helpers of another: it calls them, by itself or by its helpers.

    What calls one of a much likelier name is rather the game around it.
    """
    uses = [(user, used) for user in ranks for used in _used_by(user, own) if used in ranks and used != user]
    is_game = {(user, used): ranks[user] > _SEARCH > ranks[used] for user, used in uses}
    aside = {user if game else used for (user, used), game in is_game.items()}
    return [name for name in ranks if name not in aside]


def _used_by(name: str, own: Mapping[str, Any]) -> set[str]:
    """Return the names of functions and classes that one uses, and those that these use."""
    names, waiting = set[str](), [name]
    while waiting:
        codes = _codes_of(own[waiting.pop()])
        new = {used for code in codes for used in names_in(code) if used in own} - names
        names |= new
        waiting += new
    return names


def _codes_of(thing: object) -> list[CodeType]:
    parts = vars(thing).values() if inspect.isclass(thing) else [thing]
    return [code for part in parts if isinstance(code := getattr(part, "__code__", None), CodeType)]


def _picks(name: str, thing: object) -> bool:
    """Return whether a name is one of a program that picks a move; a function `player` rather says who is to move."""
    is_object = not inspect.isroutine(thing) and plain(name) in vocabulary.words("objects", "players")
    return is_object or plain(name) in vocabulary.words("functions", "picks")


def _is_own(name: str, thing: object, module: ModuleType) -> bool:
    """Return whether a name of a module may be a program of it: no import, no private name."""
    if name.startswith("_") or inspect.ismodule(thing):
        return False
    if inspect.isroutine(thing) or inspect.isclass(thing):
        return getattr(thing, "__module__", "") == module.__name__
    return _picks(name, thing) and is_program(thing)

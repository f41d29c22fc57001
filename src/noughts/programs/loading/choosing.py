"""Making a strategy of an object in a user's file, finding the object in it, and reading a pickle."""

import inspect
import pickle
import re
from collections.abc import Mapping
from pathlib import Path
from time import process_time
from types import CodeType, ModuleType
from typing import Any

from noughts.core.notation import STANDARD
from noughts.core.player import OWN_FAULTS, Player, in_one_line
from noughts.errors import LimitExceeded, NotationError, StrategyError, file_errors
from noughts.programs.calls import without_input
from noughts.programs.inference.evidence import plain
from noughts.programs.loading.object_kinds import is_program, method_of, program_of
from noughts.programs.policies import METHOD, PolicyStrategy
from noughts.programs.program import ProgramStrategy
from noughts.programs.reading.readings import Reading
from noughts.programs.tables import TableStrategy

# Names of programs, without underscores and in lower case: those that pick a move, and those that search for one.
_PICKS = """
    bestmove getbestmove findbestmove choosemove getmove computermove getcomputermove compmove aimove getaimove
    botmove makecomputermove computerturn nextmove getnextmove selectmove pickmove findmove findnextmove
    optimalmove getoptimalmove chooseaction getaction selectaction
"""
_OBJECTS = "policy agent player computer bot ai aialgo algo algorithm qtable q qvalues"  # of classes and objects
_MOST_TRIED = 8
_TRYING = 30.0  # seconds of processor time for all of them
_NOTHING = len((lambda: None).__code__.co_code)  # bytes of the code of a function that does nothing
_LIKELY = re.compile(
    r"computer|comp|ai|bot|cpu|smart|genius|unbeat|perfect|optimal|best|agent|machine|hard|expert|solve"
)
_HELPERS = re.compile(
    r"human|user|print|display|draw|show|render|check|winner|wins?$|won|isover|^is|^has|valid|input|evaluat|score|reset"
    r"|init|^main$|playgame|switch|swap|copy|empty|free|available|legal|possible|actions$|terminal|utility|result$"
    r"|opponent$|random|^ask|full|^get(board|cell|row|col)|line|menu|train|update|save|load|clear|again"
)
_tried: dict[str, Player] = {}  # programs that were tried when one was chosen
_SEARCHES = """
    minimax alphabeta negamax alphabetasearch minimaxalphabeta alphabetapruning minmax expectimax mcts
"""


def adapted(name: str, thing: Any, module: ModuleType | None, read: str = "", noisy: bool = False) -> Player:
    """Return an object as a strategy called `name`: a policy, a table, or a program that is called.

    `read` is the text of a reading. Raises StrategyError for an object that is none of these, a class that cannot be
    made without arguments, a reading that is not one.
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
            program = program_of(thing, module)
    except OWN_FAULTS as error:
        raise StrategyError(f"strategy {name!r} could not be made: {in_one_line(error)}") from error
    if program is None:
        raise StrategyError(
            f"{name!r} is not a strategy: it has no method that chooses moves, as get_move(board), nor name, supports "
            "and decide"
        )
    return ProgramStrategy(name, program, reading, noisy)


def _reading(name: str, text: str) -> Reading | None:
    try:
        return Reading.from_text(text) if text else None
    except NotationError as error:
        raise StrategyError(f"strategy {name!r}: {error}") from None


def only_one(file: str, module: ModuleType) -> str:
    """Return the name of the program in a module: a strategy, else the likeliest that plays a board of 3 by 3.

    Several are tried in the order of their names and shapes; if none plays, the likeliest is returned. Raises
    StrategyError if there is none, LimitExceeded if there is no time to try them.
    """
    own = own_programs(module)
    strategies = [name for name, thing in own.items() if inspect.isclass(thing) and hasattr(thing, "decide")]
    if len(strategies) > 1:
        raise StrategyError(f"which program of {file!r}? It has {', '.join(f'{file}:{name}' for name in strategies)}")
    if strategies:
        return strategies[0]
    ranked = ranked_programs(own)
    if not ranked:
        raise StrategyError(f"no strategy {file!r}: there is no function and no class in it that chooses moves")
    if len(ranked) == 1:
        return ranked[0]
    until = process_time() + _TRYING
    for name in ranked[:_MOST_TRIED]:
        if _plays(f"{file}:{name}", own[name], module):
            return name
        if process_time() > until:
            limit = f"{_TRYING:g} s of processor time"
            raise LimitExceeded(
                f"which program of {file!r} plays is not known after {limit}: name one, such as {file}:{ranked[0]}"
            )
    return ranked[0]


def _plays(name: str, thing: Any, module: ModuleType) -> bool:
    """Return whether an object is a program that plays a board of 3 by 3; if so it is kept for its use."""
    try:
        strategy = adapted(name, thing, module)
        plays = strategy.fits(STANDARD) if isinstance(strategy, ProgramStrategy) else strategy.supports(STANDARD)
    except StrategyError as error:
        return "in two ways" in str(error)
    if plays:
        _tried[name] = strategy
    return plays


def ranked_programs(own: Mapping[str, Any]) -> list[str]:
    """Return the names of what may be a program, the likelier ones first; helpers and people are left out."""
    called = {name for name in own if name not in _uncalled(own)}
    ranks = {name: _rank(name, thing, name in called) for name, thing in own.items()}
    return sorted((name for name, rank in ranks.items() if rank is not None), key=lambda name: ranks[name] or 0)


def _rank(name: str, thing: object, is_called: bool) -> int | None:
    """Return a low number for a likely program, None for one that is none."""
    known = plain(name)
    if _HELPERS.search(known) and known not in _PICKS.split():
        return None
    if (inspect.isclass(thing) and (method := method_of(thing)) is None) or _is_empty(thing):
        return None
    if known in _PICKS.split():
        return 0
    if inspect.isclass(thing):
        weak = plain(str(method)) in ("move", "play", "makemove")
        return 5 if weak else 1 if _LIKELY.search(known) else 2
    if _LIKELY.search(known):
        return 1
    if known in _SEARCHES.split():
        return 3
    if not inspect.isroutine(thing):
        return 2
    return 6 if is_called else 4


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


def own_programs(module: ModuleType) -> dict[str, Any]:
    """Return what may be a program among the names of a module: functions and classes of its own, tables, policies."""
    return {name: thing for name, thing in vars(module).items() if _is_own(name, thing, module)}


def _uncalled(own: Mapping[str, Any]) -> list[str]:
    """Return the names of functions and classes, without those that a function uses; `main()` and its kind, which take
    no arguments, do not count."""
    functions = {name: thing.__code__ for name, thing in own.items() if inspect.isfunction(thing)}
    takes_some = {name: code for name, code in functions.items() if code.co_argcount}
    return [
        name
        for name in own
        if (name in takes_some or name not in functions)
        and not any(name in _names_in(code) for user, code in takes_some.items() if user != name)
    ]


def _names_in(code: CodeType) -> set[str]:
    """Return the names that a function's code uses, that of the functions in it too."""
    inner = (_names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names}.union(*inner)


def _picks(name: str, thing: object) -> bool:
    """Return whether a name is one of a program that picks a move; a function `player` rather says who is to move."""
    names = _PICKS if inspect.isroutine(thing) else f"{_PICKS} {_OBJECTS}"
    return plain(name) in names.split()


def _is_own(name: str, thing: object, module: ModuleType) -> bool:
    """Return whether a name of a module may be a program of it: no import, no private name."""
    if name.startswith("_") or inspect.ismodule(thing):
        return False
    if inspect.isroutine(thing) or inspect.isclass(thing):
        return getattr(thing, "__module__", "") == module.__name__
    return _picks(name, thing) and is_program(thing)


def from_pickle(file: str) -> Any:
    """Return the object in a file that its author pickled. The file can run any code: it must be trusted.

    Raises FileError if it cannot be read, StrategyError if it is no pickle or needs what is not there.
    """
    with file_errors("read", file):
        content = Path(file).read_bytes()
    try:
        return pickle.loads(content)
    except OWN_FAULTS as error:
        raise StrategyError(f"{file!r} cannot be unpickled: {in_one_line(error)}") from error

"""Making a strategy of an object in a user's file, finding the object in it, and reading a pickle."""

import inspect
import pickle
from collections.abc import Mapping
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from noughts.core.strategy import OWN_FAULTS, Strategy, in_one_line
from noughts.errors import NotationError, StrategyError, file_errors
from noughts.strategies.adapters.calls import without_input
from noughts.strategies.adapters.object_kinds import is_program, plain, program_of
from noughts.strategies.adapters.openspiel import METHOD, PolicyStrategy
from noughts.strategies.adapters.program import ProgramStrategy
from noughts.strategies.adapters.readings import Reading
from noughts.strategies.adapters.table_program import TableStrategy

# Names of programs, without underscores and in lower case: those that pick a move, and those that search for one.
_PICKS = """
    bestmove getbestmove findbestmove choosemove getmove computermove getcomputermove compmove aimove getaimove
    botmove makecomputermove computerturn nextmove getnextmove selectmove pickmove findmove findnextmove
    optimalmove getoptimalmove chooseaction getaction selectaction
"""
_OBJECTS = "policy agent player computer bot ai qtable q qvalues"  # of classes and objects
_SEARCHES = """
    minimax alphabeta negamax alphabetasearch minimaxalphabeta alphabetapruning minmax expectimax mcts
"""


def adapted(name: str, thing: Any, module: ModuleType | None, read: str = "", noisy: bool = False) -> Strategy:
    """Return an object as a strategy called `name`: a policy, a table, or a program that is called.

    `read` is the text of a reading. Raises StrategyError for an object that is none of these, a class that cannot be
    made without arguments, a reading that is not one.
    """
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
            f"{name!r} is not a strategy: it has no name and no supports and no decide; and it has no method that "
            "chooses moves, as get_move(board)"
        )
    return ProgramStrategy(name, program, reading, noisy)


def _reading(name: str, text: str) -> Reading | None:
    try:
        return Reading.from_text(text) if text else None
    except NotationError as error:
        raise StrategyError(f"strategy {name!r}: {error}") from None


def only_one(file: str, module: ModuleType) -> str:
    """Return the name of the one program in a module: a strategy, else the one with a well-known name, else the only
    one that takes a board and that no other calls.

    Raises StrategyError, with the candidates, if there is none or several.
    """
    own = own_programs(module)
    strategies = [name for name, thing in own.items() if inspect.isclass(thing) and hasattr(thing, "decide")]
    picks = [name for name, thing in own.items() if _picks(name, thing)]
    searches = [name for name in own if plain(name) in _SEARCHES.split()]
    found = strategies or picks or searches or _uncalled(own) or list(own)
    if len(found) == 1:
        return found[0]
    if not found:
        raise StrategyError(f"no strategy {file!r}: there is no function and no class in it")
    raise StrategyError(f"which program of {file!r}? It has {', '.join(f'{file}:{name}' for name in found)}")


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

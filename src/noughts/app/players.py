"""Players from a user's text: a strategy, `engine:COMMAND`, `pipe:COMMAND`, `console:COMMAND`."""

import importlib
import re
from dataclasses import dataclass
from typing import Any

from noughts.core.budget import ANSWER_SECONDS
from noughts.core.game import Game
from noughts.errors import NotationError, StrategyError, file_errors
from noughts.files import contents
from noughts.players.player import Player, as_player
from noughts.programs import specs
from noughts.strategies import registry
from noughts.words import Said, either

_CONSOLE = "console"
# External players, PREFIX:COMMAND or PREFIX(option=value):COMMAND: the class, and its options as a user writes them.
_EXTERNAL = {
    "engine": (
        "noughts.engines.client:EngineStrategy",
        {"seconds": "NUMBER", "keep": "game|process|nothing", "margin": "NUMBER"},
    ),
    "pipe": ("noughts.engines.pipe:PipeStrategy", {"seconds": "NUMBER", "margin": "NUMBER"}),
    _CONSOLE: ("noughts.programs.consoles.console:ConsoleStrategy", {"seconds": "NUMBER"}),
}
_TURN = "noughts.programs.consoles.turn:TurnStrategy", {"seconds": "NUMBER", "read": "FORM"}  # console, with a turn
_OWN = "noughts.programs.person_program"  # it loads what starts processes
_PLANS = "noughts.results.saved_plan"  # it decodes documents, which takes a while to import
_PLAYER = re.compile(rf"\s*({'|'.join(_EXTERNAL)})\s*(?:\(([^()]*)\))?\s*:(.*)", re.DOTALL)


def with_reading(spec: str, read: str | None, turn: str | None = None) -> str:
    """Return the text of a player with a reading as its option: of one that is asked by a `turn` the form of its moves,
    `-> row column`. Raises StrategyError for another external player."""
    if read is None:
        return spec
    if match := _PLAYER.fullmatch(spec):
        if turn is not None and is_console(spec):
            options = [match[2], f"read={read.strip().removeprefix('->').strip()}"]
            return f"{match[1]}({','.join(filter(None, options))}):{match[3]}"
        raise StrategyError(Said("error.takes-no-reading", {"player": repr(spec)}))
    return f"{spec}{',' if specs.split(spec)[1] else ':'}read={read}"


def load_player(
    spec: str,
    keep: str = "game",
    margin: float | None = None,
    answer_seconds: float = ANSWER_SECONDS,
    turn: str | None = None,
) -> Player:
    """Return the player that `spec` describes. Raises StrategyError, quoting the input.

    `engine:COMMAND` or `engine(seconds=2,keep=nothing):COMMAND` is a Gomocup engine, `pipe:COMMAND` or
    `pipe(seconds=2):COMMAND` a program that answers requests in JSON, `console:COMMAND` a game at a terminal,
    `FILE.json` a plan, anything else a strategy of the registry. `keep` is what an engine may remember, and `margin`
    the seconds that its move may be late, if its options do not say; `answer_seconds` the processor time that a program
    in Python has for an answer; `turn` what a program of `console:COMMAND` reads, if it is started for each position.
    """
    match = _PLAYER.fullmatch(spec)
    if match is None and _is_plan(spec):
        return _follower(spec.strip())
    if match is None and is_own(spec):
        own = importlib.import_module(_OWN)
        program: Player = own.PersonProgram(spec, own.Limits(answer=answer_seconds))
        return program
    if match is None:
        return registry.load(spec)
    by_turn = turn is not None and match[1] == _CONSOLE
    target, allowed = _TURN if by_turn else _EXTERNAL[match[1]]
    factory = specs.find(target)
    given = {"keep": keep} | ({} if margin is None else {"margin": margin})
    options: dict[str, Any] = {name: value for name, value in given.items() if name in allowed}
    options |= {"turn": turn} if by_turn else {}
    for part in filter(None, map(str.strip, (match[2] or "").split(","))):
        name, equals, text = (word.strip() for word in part.partition("="))
        if not equals or name not in allowed:
            expected = either(["=".join(option) for option in allowed.items()])
            values = {"player": repr(spec), "option": repr(part), "words": expected}
            raise StrategyError(Said("error.player-option", values))
        options[name] = specs.value_of(spec, factory, name, text)
    return as_player(factory(command=match[3].strip(), **options))


def is_console(spec: str) -> bool:
    """Return whether a text names a program at a terminal, `console:COMMAND`."""
    match = _PLAYER.fullmatch(spec)
    return match is not None and match[1] == _CONSOLE


def is_own(spec: str) -> bool:
    """Return whether a text names a program that is not shipped: a file, a module, an installed strategy."""
    if registry.is_rules(spec):
        return False
    return registry.is_own(specs.split(spec)[0])


def _is_plan(spec: str) -> bool:
    """Return whether a text names a file of `noughts plan --json`."""
    return spec.strip().endswith(".json")


def _follower(path: str) -> Player:
    """Return the player who follows the plan in a file. Raises FileError, StrategyError."""
    with file_errors("read", path):
        text = contents(path).decode(errors="replace")
    try:
        follower: Player = importlib.import_module(_PLANS).follower_of(text)
    except NotationError as error:
        raise StrategyError(Said("error.of-player", {"player": repr(path), "reason": error.said})) from None
    return follower


@dataclass(frozen=True)
class Loader:
    """Loads players, here or in a worker: `load_player` with some of its options. Equal loaders load the same."""

    margin: float | None = None
    keep: str = "game"
    answer_seconds: float = ANSWER_SECONDS
    turn: str | None = None

    def __call__(self, spec: str) -> Player:
        """Return the player that `spec` describes."""
        return load_player(spec, self.keep, self.margin, self.answer_seconds, self.turn)


def expert(game: Game) -> Player:
    """Return the opponent in place of a strategy that does not play the game."""
    return registry.load(registry.stand_in(game))

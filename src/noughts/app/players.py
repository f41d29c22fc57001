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


@dataclass(frozen=True)
class Loader:
    """Loads players, here or in a worker. Equal loaders load the same.

    `keep` is what an engine may remember, and `margin` the seconds that its move may be late, if its options do not
    say; `answer_seconds` the processor time that a program in Python has for an answer, `memory` its bytes; `turn` what
    a program of `console:COMMAND` reads, if it is started for each position.
    """

    margin: float | None = None
    keep: str = "game"
    answer_seconds: float = ANSWER_SECONDS
    turn: str | None = None
    memory: int | None = None

    def __call__(self, spec: str) -> Player:
        """Return the player that `spec` describes. Raises StrategyError, quoting the input.

        `engine:COMMAND` or `engine(seconds=2,keep=nothing):COMMAND` is a Gomocup engine, `pipe:COMMAND` or
        `pipe(seconds=2):COMMAND` a program that answers requests in JSON, `console:COMMAND` a game at a terminal,
        `FILE.json` a plan, anything else a strategy of the registry.
        """
        match = _PLAYER.fullmatch(spec)
        if match is not None:
            return self._external(spec, *match.groups())
        if spec.strip().endswith(".json"):
            return _follower(spec.strip())
        if not is_own(spec):
            return registry.load(spec)
        own = importlib.import_module(_OWN)
        limits = own.Limits(answer=self.answer_seconds, **({} if self.memory is None else {"memory": self.memory}))
        program: Player = own.PersonProgram(spec, limits)
        return program

    def _external(self, spec: str, kind: str, given: str | None, command: str) -> Player:
        by_turn = self.turn is not None and kind == _CONSOLE
        target, allowed = _TURN if by_turn else _EXTERNAL[kind]
        factory = specs.find(target)
        usual = {"keep": self.keep} | ({} if self.margin is None else {"margin": self.margin})
        options: dict[str, Any] = {name: value for name, value in usual.items() if name in allowed}
        options |= {"turn": self.turn} if by_turn else {}
        for part in filter(None, map(str.strip, (given or "").split(","))):
            name, equals, text = (word.strip() for word in part.partition("="))
            if not equals or name not in allowed:
                expected = either(["=".join(option) for option in allowed.items()])
                values = {"player": repr(spec), "option": repr(part), "words": expected}
                raise StrategyError(Said("error.player-option", values))
            options[name] = specs.value_of(spec, factory, name, text)
        return as_player(factory(command=command.strip(), **options))


def load_player(spec: str) -> Player:
    """Return the player that a text describes: see `Loader`."""
    return Loader()(spec)


def is_console(spec: str) -> bool:
    """Return whether a text names a program at a terminal, `console:COMMAND`."""
    match = _PLAYER.fullmatch(spec)
    return match is not None and match[1] == _CONSOLE


def is_own(spec: str) -> bool:
    """Return whether a text names a program that is not shipped: a file, a module, an installed strategy."""
    if registry.is_rules(spec):
        return False
    return registry.is_own(specs.split(spec)[0])


def _follower(path: str) -> Player:
    """Return the player who follows the plan in a file. Raises FileError, StrategyError."""
    with file_errors("read", path):
        text = contents(path).decode(errors="replace")
    try:
        plan = importlib.import_module(_PLANS).read_plan(text)
    except NotationError as error:
        raise StrategyError(Said("error.of-player", {"player": repr(path), "reason": error.said})) from None
    follower: Player = importlib.import_module("noughts.prove.plan").PlanPlayer(plan)
    return follower


def expert(game: Game) -> Player:
    """Return the opponent in place of a strategy that does not play the game."""
    return registry.load(registry.stand_in(game))

"""Prove anything that chooses moves: a function, a class, an object, a file, in one call.

>>> from noughts import Game, Side
>>> from noughts.library import prove
>>> def get_move(board):
...     return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " ")
>>> prove(get_move, Game(3, 3, 3), Side.O).verdict
'can lose'
"""

import inspect
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, overload

from noughts.app.players import load_player
from noughts.app.proofs import Findings, prover
from noughts.core.game import Game
from noughts.core.notation import STANDARD, diagram
from noughts.core.position import SEATS, Side, positions_after
from noughts.errors import NotationError
from noughts.players.player import Player, as_player, require_support
from noughts.programs.choosing import adapted
from noughts.results.proof import FAULTS, Finding

_BOARDS_SHOWN = 25  # cells, up to which every board of a losing line is shown


@overload
def prove(program: Any, game: Game | str = STANDARD, seat: None = None) -> Findings: ...


@overload
def prove(program: Any, game: Game | str = STANDARD, seat: Side = ...) -> Finding: ...


def prove(program: Any, game: Game | str = STANDARD, seat: Side | None = None) -> Finding | Findings:
    """Return what is known of a program in a seat, or in both by their sides: a proof, a measurement if it draws random
    numbers that cannot be followed, or why neither is there.

    `program` is a strategy, a function of a board, a class or an object with a method that chooses moves, a path, or a
    text as `noughts prove` takes it. A file runs in a process of its own; a function runs in this one. Raises GameError
    where it does not play the game, StrategyError where it is not a program, or answers otherwise when asked again.
    """
    rules = Game.from_text(game) if isinstance(game, str) else game
    strategy = strategy_of(program)
    require_support(strategy, rules)
    proving = prover(strategy, rules)
    return {side: proving.finding(side) for side in Side} if seat is None else proving.finding(seat)


def strategy_of(program: Any) -> Player:
    """Return a program as a strategy. Raises StrategyError."""
    if isinstance(program, str | Path):
        return load_player(str(program))
    if inspect.isclass(program) and hasattr(program, "decide"):
        program = program()
    if hasattr(program, "decide") and hasattr(program, "supports"):
        return as_player(program)
    return adapted(_name_of(program), program, _module_of(program))


def require_never_loses(program: Any, game: Game | str = STANDARD, seats: str = "both") -> None:
    """Fail unless it is proved that a program never loses, moving first, second or in both seats.

    The AssertionError shows the verdict, the boards of the game that it loses, and the command that replays it. Raises
    NotationError for other seats, and what `prove` raises.
    """
    if seats not in SEATS:
        raise NotationError(f"no seats {seats!r}: expected {', '.join(SEATS)}")
    rules = Game.from_text(game) if isinstance(game, str) else game
    findings = {side: prove(program, rules, side) for side in SEATS[seats]}
    complaints = [text for side, finding in findings.items() if (text := _complaint(program, rules, side, finding))]
    if complaints:
        raise AssertionError("\n\n".join(complaints))


def _complaint(program: Any, game: Game, side: Side, finding: Finding) -> str:
    """Return why it is not proved that a program never loses; empty if it is."""
    if finding.never_loses:
        return ""
    line = finding.losing_line
    head = f"{finding.strategy} on {game}, moving {side.seat}: {finding.verdict}"
    if line is None:
        return f"{head}; {finding.reason}"
    boards = [diagram(position) for position in positions_after(game, line)]
    parts = [f"{head}: {line}", *(boards if game.cells <= _BOARDS_SHOWN else boards[-1:])]
    if finding.fault is not None:
        parts.append(f"here it {FAULTS[finding.fault.kind]}: {finding.fault.message}")
    if spec := _text_of(program):
        parts.append(
            f'replay it: noughts play --game {game} --{side.value.lower()} {shlex.quote(spec)} --moves "{line}"'
        )
    return "\n\n".join(parts)


def _name_of(program: Any) -> str:
    return str(getattr(program, "__name__", type(program).__name__))


def _module_of(program: Any) -> ModuleType | None:
    return sys.modules.get(getattr(program, "__module__", ""))


def _text_of(program: Any) -> str:
    """Return what a command calls a program; empty for an object, and one that is not at the top of its file."""
    if isinstance(program, str | Path):
        return str(program)
    module = _module_of(program)
    file = getattr(module, "__file__", None)
    return f"{file}:{_name_of(program)}" if file and vars(module).get(_name_of(program)) is program else ""

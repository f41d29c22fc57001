"""Helpers for tests: random positions, and checks of a strategy."""

import importlib
import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded, NoughtsError, StrategyError
from noughts.players.player import Decision, Player, Strategy, as_player, consult, has_batch_form

# Square, wide, high, flat, tiny, and with lines of a single cell.
GAMES = tuple(
    Game(*sizes) for sizes in [(3, 3, 3), (4, 3, 3), (3, 5, 4), (6, 1, 3), (2, 2, 2), (3, 2, 1), (4, 4, 2), (7, 7, 5)]
)
_TRIES = 1000


class ContractError(StrategyError, AssertionError):
    """A strategy that breaks its contract: `complaints` lists its faults as texts."""

    def __init__(self, name: object, complaints: Sequence[str]) -> None:
        super().__init__("\n- ".join([f"strategy {name!r} breaks its contract:", *complaints]))
        self.complaints = tuple(complaints)


def random_position(game: Game, rng: random.Random, plies: int | None = None) -> Position:
    """Return a position where the game is not over, after `plies` random moves; without `plies`, after any number.

    Raises LimitExceeded if each of a thousand random games is over by then.

    >>> position = random_position(Game(4, 3, 3), random.Random(1), plies=5)
    >>> position.ply, position.outcome
    (5, None)
    """
    for _ in range(_TRIES):
        position, wanted = Position(game), rng.randrange(game.cells) if plies is None else plies
        while position.ply < wanted:
            after = position.play_unchecked(rng.choice(position.legal_moves))
            if after.outcome is not None:
                break
            position = after
        if plies is None or position.ply == plies:
            return position
    raise LimitExceeded(f"every one of {_TRIES} random games of {str(game)!r} is over after {plies} plies")


def random_positions(game: Game, rng: random.Random, count: int) -> list[Position]:
    """Return `count` positions where the game is not over; the empty board is the first.

    >>> [position.outcome for position in random_positions(Game(3, 3, 3), random.Random(1), 3)]
    [None, None, None]
    """
    return [Position(game), *(random_position(game, rng) for _ in range(count - 1))][:count]


def check_strategy(strategy: Strategy, games: Sequence[Game] = GAMES, positions: int = 40, seed: int = 1) -> None:
    """Check a strategy against the contract in random positions of every game it plays.

    It decides each position twice, and the decisions must be equal unless the strategy is `noisy`. A batch form must
    agree with `decide`, and line scores must add up to the scores of the cells.
    Raises ContractError, an AssertionError and a StrategyError, with all faults.

    >>> class Lowest:
    ...     name = "lowest"
    ...
    ...     def supports(self, game):
    ...         return True
    ...
    ...     def decide(self, position, rng):
    ...         return Decision(position.legal_moves[:1], reason="the lowest free cell")
    >>> check_strategy(Lowest())
    """
    try:
        player = as_player(strategy)
    except StrategyError as error:
        raise ContractError(type(strategy).__name__, [str(error)]) from None
    complaints = [*_wrong_with_name(player), *_wrong_with_support(player, games)]
    if not complaints:
        rng = random.Random(seed)
        for game in filter(player.supports, games):
            tried = random_positions(game, rng, positions)
            for check in (_wrong_decisions, _wrong_batches, _wrong_lines):
                faults = [*islice(check(player, tried), 3)]  # one fault shows in many positions
                complaints += [f"on {game}: {complaint}" for complaint in faults]
                if faults:
                    break  # the other forms are compared with `decide`
    if complaints:
        raise ContractError(player.name, complaints)


def assert_never_loses(program: Any, game: Game | str = "3,3,3", seats: str = "both") -> None:
    """Fail unless it is proved that a program never loses, moving first, second or in both seats.

    `program` is what `noughts.library.prove` takes: a function, a class, an object, a path, a strategy's text. The
    AssertionError shows the verdict, the boards of the game that it loses, and the command that replays it.

    >>> assert_never_loses("ring", seats="second")
    """
    importlib.import_module("noughts.library").require_never_loses(program, game, seats)


def _wrong_with_name(player: Player) -> Iterator[str]:
    name: object = player.name
    if not isinstance(name, str) or not name.strip():
        yield f"its name is {name!r}, expected a non-empty string"


def _wrong_with_support(strategy: Player, games: Sequence[Game]) -> Iterator[str]:
    answers: list[object] = []
    for game in games:
        try:
            answers.append(strategy.supports(game))
        except Exception as error:
            yield f"supports({game}) raised {type(error).__name__}: {error}"
            return
        if not isinstance(answers[-1], bool):
            yield f"supports({game}) is {answers[-1]!r}, expected True or False"
            return
    if not any(answers):
        yield f"it plays none of the games it was tried on: {' '.join(map(str, games))}"


def _wrong_decisions(strategy: Player, positions: Sequence[Position]) -> Iterator[str]:
    for position in positions:
        try:
            decision = consult(strategy, position, random.Random(1))
            again = consult(strategy, position, random.Random(2))
        except LimitExceeded:
            continue  # out of its reach: that is an answer too
        except NoughtsError as error:
            yield str(error)
            continue
        if not str(decision.reason).strip():
            yield f"at {str(position)!r} the reason is {decision.reason!r}, expected words"
        elif not strategy.noisy and _comparable(decision) != _comparable(again):
            yield f"at {str(position)!r} it decided {decision}, and asked again {again}, but it is not noisy"


def _wrong_batches(strategy: Player, positions: Sequence[Position]) -> Iterator[str]:
    if not has_batch_form(strategy):
        return
    try:
        chosen = _decide_batch(strategy, positions)
    except Exception as error:
        yield f"decide_batch raised {type(error).__name__}: {error}"
        return
    expected = (len(positions), positions[0].game.cells)
    dtype, shape = getattr(chosen, "dtype", type(chosen).__name__), getattr(chosen, "shape", None)
    if str(dtype) != "bool" or shape != expected:
        yield f"decide_batch returned {dtype} of shape {shape}, expected bool of shape {expected}"
        return
    for position, row in zip(positions, chosen.tolist(), strict=True):
        moves = [cell for cell, is_chosen in enumerate(row) if is_chosen]
        decision = strategy.decide(position, random.Random(1))
        if moves != sorted(decision.moves):
            names = [[position.game.name(move) for move in some] for some in (moves, decision.moves)]
            yield f"at {str(position)!r} decide_batch chose {names[0]}, decide {names[1]}"
        elif decision.unequal:
            yield f"at {str(position)!r} decide gives unequal chances, which decide_batch cannot"


def _decide_batch(strategy: Player, positions: Sequence[Position]) -> Any:
    """Return what the batch form chooses in positions of one game."""
    import numpy as np  # noqa: PLC0415 - only batches need it

    game = positions[0].game
    own, theirs = (
        np.array([[board >> cell & 1 for cell in range(game.cells)] for board in boards], np.uint8)
        for boards in zip(*((position.own, position.theirs) for position in positions), strict=True)
    )
    return strategy.decide_batch(game, own, theirs)


def _wrong_lines(strategy: Player, positions: Sequence[Position]) -> Iterator[str]:
    if not strategy.scores_lines:
        return
    for position in positions:
        try:
            yield from (f"at {str(position)!r} {fault}" for fault in _line_faults(strategy, position))
        except Exception as error:
            yield f"at {str(position)!r} line_scores raised or caused {type(error).__name__}: {error}"


def _line_faults(strategy: Player, position: Position) -> Iterator[str]:
    # The same seed for both, so that a noisy strategy draws the same errors.
    scored = strategy.line_scores(position, random.Random(1))
    scores = strategy.decide(position, random.Random(1)).scores
    if strange := [line for line, _ in scored if line not in position.game.lines]:
        yield f"line_scores names {strange[0]!r}, which is not a line"
    for cell in position.legal_moves:
        score = None if scores is None else scores[cell]
        total = sum(score for line, score in scored if cell in line)
        if score is not None and not math.isclose(score, total, abs_tol=1e-9):
            name = position.game.name(cell)
            yield f"the lines give {name} {total:g} in all, but its score is {score:g}"


def _comparable(decision: Decision) -> tuple[object, ...]:
    scores = None if decision.scores is None else list(decision.scores)
    return sorted(decision.moves), decision.unequal, scores, decision.reason

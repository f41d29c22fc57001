"""Finds how a program is to be called: it is asked in a few positions, in both seats, for each reading it may have.

A reading fits if every answer is a legal move. Of several that fit, those count that make most sense of the program:
where both sides could complete a line, does it complete its own?
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path
from traceback import extract_tb
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side, completions
from noughts.core.strategy import OWN_FAULTS, in_one_line
from noughts.errors import LimitExceeded, StrategyError
from noughts.solve.minimax import Plain
from noughts.strategies.adapters.calls import TooLong, in_silence, limited, without_input
from noughts.strategies.adapters.candidates import readings_of
from noughts.strategies.adapters.object_kinds import Program
from noughts.strategies.adapters.readings import ANSWERS, Reader, Reading

_EACH = 4  # positions in each seat, of each kind
_FEW = 3  # free cells, at least, in all but the first positions
_PLAYOUTS = 4_000  # random moves or so, in games that positions are taken from
_LAST = 9  # positions of each
_FIRST = 2  # positions that sort out most readings; they have the fewest free cells
_STEPS = 20_000  # lines of Python in one call, in the first positions; a wrong board may mean a loop without end
_MORE = 40  # times as many in the other positions, and for the likeliest readings if all take longer
_PATIENT = 8  # of these readings
_LOOPS = 300  # readings that take too long, before the others are not tried

_VALUES = Plain()

_Call = tuple[list[Any], Any]  # the arguments after the call, and the answer
Ask = Callable[[Callable[[], Any]], Iterable[Any]]  # from a call to every answer that it may give


@dataclass(frozen=True)
class _Sense:
    """How often a reading of a program completes its own line, less how often it rather blocks, in each seat."""

    first: int
    second: int
    of: int

    @property
    def total(self) -> int:
        return self.first + self.second

    @property
    def good(self) -> bool:
        """Whether it is right more often than not in both seats."""
        return 2 * self.first >= self.of and 2 * self.second >= self.of

    @property
    def perfect(self) -> bool:
        """Whether it is always right, and there was something to be right about."""
        return self.first == self.second == self.of > 0


@dataclass
class Trial:
    """A reading that is tried: its moves in the positions so far (none where it is not known), why it does not fit."""

    reading: Reading
    moves: list[frozenset[Move]] = field(default_factory=list)
    fault: str = ""
    too_long: bool = False


class NoReading(StrategyError):
    """No reading of a program fits a game: the message says what was tried."""


def probe(program: Program, name: str, game: Game, ask: Ask) -> Reading:
    """Return the reading of a program on a game.

    Raises NoReading if none fits, StrategyError if several fit equally well and answer differently.
    """
    positions, near_and_far = positions_of(game), readings_of(program)
    asked = _Asked(program, ask)
    tried: list[Trial] = []
    for patience in (1, _MORE):
        for readings in near_and_far:
            late = [trial.reading for trial in tried if trial.too_long and trial.reading in readings][:_PATIENT]
            trials = _tried(asked, readings if patience == 1 else late, positions, patience)
            tried += trials
            if fitting := [trial for trial in trials if not trial.fault]:
                return best_of(_to_the_last_cell(asked, fitting, game), positions, name)
    raise NoReading(_complaint(tried))


def _to_the_last_cell(asked: "_Asked", trials: Sequence[Trial], game: Game) -> list[Trial]:
    """Return those of several trials that find the last free cell most often, wherever it is.

    A list that is one cell too long or too short shows only there. It is no condition: a program need not know every
    full board.
    """
    if len(trials) == 1:
        return list(trials)
    found = [sum(_finds(asked, trial, position) for position in last_cells_of(game)) for trial in trials]
    return [trial for trial, count in zip(trials, found, strict=True) if count == max(found)]


def _finds(asked: "_Asked", trial: Trial, position: Position) -> bool:
    """Return whether a program, as it is read, makes the only move."""
    reader = Reader(trial.reading, position.game, asked.program.evidence.namespace)
    try:
        calls = asked.calls(reader, position, _STEPS * _MORE, True)
    except OWN_FAULTS:
        return False
    return {reader.move(position, arguments, answer) for arguments, answer in calls} == {*position.legal_moves}


def _tried(asked: "_Asked", readings: Sequence[Reading], positions: Sequence[Position], patience: int) -> list[Trial]:
    """Return the trials of some readings, up to one that makes perfect sense: no later one can be better.

    They end too where the program takes too long again and again.
    """
    trials: list[Trial] = []
    for reading in readings:
        found = _try(asked, reading, positions, patience)
        trials += found
        if any(not trial.fault and _sense(trial, positions).perfect for trial in found):
            break
        if sum(trial.too_long for trial in trials) > _LOOPS:
            break
    return trials


@lru_cache(maxsize=16)
def positions_of(game: Game) -> tuple[Position, ...]:
    """Return the positions in which programs are asked: races in both seats, and others; few cells are free."""
    races: dict[Side, dict[Position, None]] = {side: {} for side in Side}
    others: dict[Side, dict[Position, None]] = {side: {} for side in Side}
    for position in _late_positions(game):
        (races if _is_race(position) else others)[position.side][position] = None
    few = [_by_free_cells(found[side], 2)[:1] for found in (races, others) for side in Side]
    more = [_by_free_cells(found[side], _FEW)[:_EACH] for found in (races, others) for side in Side]
    chosen = [position for group in zip_longest(*few, *more) for position in group if position is not None]
    return tuple(dict.fromkeys(chosen)) or (Position(game),)


@lru_cache(maxsize=16)
def last_cells_of(game: Game) -> tuple[Position, ...]:
    """Return a position for each cell, or for as many as were found, in which it is the only free one."""
    found = {position.empty: position for position in _late_positions(game) if len(position.legal_moves) == 1}
    return tuple(found[empty] for empty in sorted(found))


@lru_cache(maxsize=2)
def _late_positions(game: Game) -> tuple[Position, ...]:
    """Return the last positions before the end of random games, always the same ones."""
    rng, found = random.Random(str(game)), list[Position]()
    for _ in range(_PLAYOUTS // game.cells + 20):
        position, before = Position(game), list[Position]()
        while position.outcome is None:
            before.append(position)
            position = position.play(rng.choice(position.legal_moves))
        found += before[-_LAST:]
    return tuple(found)


@cache
def _is_race(position: Position) -> bool:
    """Return whether each side can complete a line, not with the same cell, and no other move wins."""
    own, theirs = _completions(position)
    if not own - theirs or not theirs - own:
        return False
    try:
        return {move for move, value in _VALUES.values(position).items() if value.result > 0} == own
    except LimitExceeded:
        return True


def _completions(position: Position) -> tuple[set[Move], set[Move]]:
    """Return the cells that complete a line of the side to move, and of the other."""
    return set(completions(position, position.own)), set(completions(position, position.theirs))


def _by_free_cells(positions: Iterable[Position], least: int) -> list[Position]:
    """Return the positions with the fewest free cells first, of those with at least `least`."""
    free = [position for position in positions if position.empty.bit_count() >= least]
    return sorted(free, key=lambda position: position.empty.bit_count())


class _Asked:
    """The answers of a program, each remembered: several readings show some positions in the same way."""

    def __init__(self, program: Program, ask: Ask) -> None:
        self.program, self.ask = program, ask
        self._known: dict[tuple[str, int, bool], list[_Call] | BaseException] = {}

    def calls(self, reader: Reader, position: Position, steps: int, every: bool) -> list[_Call]:
        """Return the arguments after the call and the answer: with `every`, of each run that its draws allow."""
        key = repr(reader.arguments(position)), steps, every
        if key not in self._known:
            self._known[key] = self._called(reader, position, steps, every)
        found = self._known[key]
        if isinstance(found, BaseException):
            raise found
        return found

    def _called(self, reader: Reader, position: Position, steps: int, every: bool) -> list[_Call] | BaseException:
        def call() -> _Call:
            arguments = reader.arguments(position)
            return arguments, limited(steps, lambda: self.program.call(*arguments))

        try:
            with in_silence(), without_input():
                return list(self.ask(call)) if every else [call()]
        except OWN_FAULTS as error:
            return error


def _try(asked: _Asked, reading: Reading, positions: Sequence[Position], patience: int) -> list[Trial]:
    """Return a trial for each way to read the answers; a single one, with the fault, if none fits."""
    trials = [Trial(replace(reading, answer=answer)) for answer in ANSWERS]
    namespace = asked.program.evidence.namespace
    # One answer in the first position is the quickest test; most readings fail it.
    for number, position in [(-1, positions[0]), *enumerate(positions)]:
        steps = _STEPS * (patience if number < _FIRST else _MORE)
        try:
            calls = asked.calls(Reader(trials[0].reading, position.game, namespace), position, steps, number >= 0)
        except OWN_FAULTS as error:
            fault = f"raised {in_one_line(error)}{_line_of(error, namespace)} at {str(position)!r}"
            return [Trial(reading, trials[0].moves, fault, isinstance(error, TooLong))]
        kept = []
        for trial in trials:
            reader = Reader(trial.reading, position.game, namespace)
            moves = [reader.move(position, arguments, answer) for arguments, answer in calls]
            if all(move in position.legal_moves for move in moves):
                trial.moves += [frozenset(move for move in moves if move is not None)] if number >= 0 else []
                kept.append(trial)
        if not kept:
            return [Trial(reading, trials[0].moves, f"answered {calls[0][1]!r} at {str(position)!r}")]
        trials = kept
    return trials


def _line_of(error: BaseException, namespace: Mapping[str, Any]) -> str:
    """Return the last line of the program's own file that an exception passed: ` (program.py, line 3)`, or nothing."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == namespace.get("__file__")]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def best_of(trials: Sequence[Trial], positions: Sequence[Position], name: str) -> Reading:
    """Return the first reading of those that make most sense of the program.

    Raises StrategyError if none makes much, and several answer differently.
    """
    senses = [_sense(trial, positions) for trial in trials]
    most = max(sense.total for sense in senses)
    best = [(trial, sense) for trial, sense in zip(trials, senses, strict=True) if sense.total >= most - 1]
    first, sense = best[0]
    differing = next((trial for trial, _ in best if trial.moves != first.moves), None)
    if differing is not None and not sense.good:
        raise StrategyError(
            f"{name!r} can be read in two ways that answer differently: {str(first.reading)!r} and "
            f"{str(differing.reading)!r}; say which with read=..."
        )
    return first.reading


def _sense(trial: Trial, positions: Sequence[Position]) -> _Sense:
    counts = dict.fromkeys(Side, 0)
    races = Counter[Side]()
    for position, moves in zip(positions, trial.moves, strict=True):
        if moves and _is_race(position):
            own, theirs = _completions(position)
            races[position.side] += 1
            counts[position.side] += (moves <= own) - (moves <= theirs - own)
    return _Sense(counts[Side.X], counts[Side.O], min((races[side] for side in Side), default=0))


def _complaint(tried: Sequence[Trial]) -> str:
    """Return what was tried, and the fault of the reading that came farthest."""
    if not tried:
        return "it has no parameter for a board, or too many others: say how it is called with read=..."
    boards, marks, arguments = (
        len({getattr(trial.reading, part) for trial in tried}) for part in ("board", "marks", "arguments")
    )
    nearest = max(tried, key=lambda trial: (len(trial.moves), "answered" in trial.fault))
    return (
        f"no reading fits, of {boards} kinds of boards, {marks} of marks and {arguments} of arguments; the nearest, "
        f"{str(nearest.reading).partition(' ->')[0]!r}, {nearest.fault}: say how it is called with read=..."
    )

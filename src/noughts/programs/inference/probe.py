"""Finds how a program is to be called: it is asked in a few positions, in both seats, for each reading it may have.

A reading fits if every answer is a legal move. Of several that fit, those count that make most sense of the program:
where both sides could complete a line, does it complete its own?
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import zip_longest
from math import inf
from pathlib import Path
from time import process_time
from traceback import walk_tb
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.player import OWN_FAULTS, in_one_line
from noughts.core.position import Position, Side, completions
from noughts.errors import LimitExceeded, StrategyError
from noughts.programs.calls import RunsTooLong, TooLong, at_most, in_silence, limited, without_input
from noughts.programs.inference.candidates import readings_of
from noughts.programs.inference.placed_candidates import object_attributes
from noughts.programs.loading.object_kinds import Program
from noughts.programs.reading.placed_calls import called
from noughts.programs.reading.readings import ANSWERS, Reader, Reading
from noughts.solve.minimax import Plain

_EACH = 4  # positions in each seat, of each kind
_FEW = 3  # free cells, at least, in all but the first positions
_PLAYOUTS = 4_000  # random moves or so, in games that positions are taken from
_LAST = 9  # positions of each
_FIRST = 2  # positions that sort out most readings; they have the fewest free cells
_STEPS = 20_000  # lines of Python in one call, in the first positions; a wrong board may mean a loop without end
_MORE = 40  # times as many in the other positions, and for the likeliest readings if all take longer
_PATIENT = 8  # of these readings
_MOSTLY = 0.6  # of the positions, in which the answers of a program that breaks the rules are legal
_FEWEST = 4  # positions, in which it must answer if it raises in the others, and all its answers are legal
_MOST_BROKEN = 60  # readings that are tried for it
_SAY = "say how it is called with --read, or edit what `noughts adapt` writes"
_SIDE = {"mark", "other", "first", "ply"}  # the arguments that tell a program its side
_LOOPS = 300  # readings that take too long, before the others are not tried
_SECONDS = 30.0  # of processor time, for all readings

_VALUES = Plain()

_Call = tuple[Any, Any]  # the answer, and the board after the call
Ask = Callable[[Callable[[], Any]], Iterable[Any]]  # from a call to every answer that it may give


@dataclass(frozen=True)
class _Sense:
    """How often a reading of a program completes its own line, less how often it rather blocks, in each seat."""

    first: int
    second: int
    of: int  # in each seat, at least
    races: int  # in both

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
        return self.total == self.races and self.of > 0


@dataclass
class Trial:
    """A reading that is tried: its moves in the positions so far (none where it is not known), why it does not fit."""

    reading: Reading
    moves: list[frozenset[Move]] = field(default_factory=list)
    fault: str = ""
    too_long: bool = False
    taken: bool = False  # it answered with a cell that is not free


class NoReading(StrategyError):
    """No reading of a program fits a game: the message says what happened; `nearest`, what came nearest.

    `guess` is not empty where the program answers with a cell that is taken, however it is called: then the fault is
    likely its own, and the text says so; `likeliest` finds the reading with which most of its answers are legal.
    `took_too_long`: whether it gave no answer at the nearest reading, in the lines of Python that a call may run.
    """

    nearest: Reading | None = None
    took_too_long = False
    guess = ""
    likeliest: Callable[[], Reading] | None = None


@dataclass(frozen=True)
class Inferred:
    """A reading that was found, and how sure it is, in words."""

    reading: Reading
    sure: str


def probe(program: Program, name: str, game: Game, ask: Ask) -> Inferred:
    """Return the reading of a program on a game.

    Raises NoReading if none fits, StrategyError if several fit equally well and answer differently, LimitExceeded if
    there is no time to try them all: another reading might be the right one.
    """
    asked = _Asked(program, ask)
    with asked.in_time(name):
        return _found(asked, name, game)


def _found(asked: "_Asked", name: str, game: Game) -> Inferred:
    program = asked.program
    positions, near_and_far = positions_of(game), readings_of(program, game, positions_of(game)[0])
    tried: list[Trial] = []
    for patience in (1, _MORE):
        for readings in near_and_far:
            late = [trial.reading for trial in tried if trial.too_long and trial.reading in readings][:_PATIENT]
            trials = _tried(asked, readings if patience == 1 else late, positions, patience)
            tried += trials
            if fitting := [trial for trial in trials if not trial.fault]:
                fitting = _to_the_last_cell(asked, fitting, game)
                found = _as_an_agent(best_of(fitting, positions, name), fitting)
                return Inferred(found, _how_sure(found, fitting, positions))
    for readings in near_and_far:
        if (broken := _mostly_legal(asked, readings, positions)) is not None:
            return broken
    nearest = max(tried, key=_likely_fault, default=None)
    if nearest is not None and (nearest.taken or nearest.too_long):  # the right way may be one without an answer
        nearest = max((trial for trial in reversed(tried) if trial.too_long), key=_likely_fault, default=nearest)
    refusal = NoReading(_complaint(program, nearest, len(tried)))
    if nearest is not None:
        refusal.nearest, refusal.took_too_long = nearest.reading, nearest.too_long
    if nearest is not None and nearest.taken:
        refusal.guess = f"a guess: it breaks the rules in all {len(tried)} ways to call it"
        refusal.likeliest = lambda: _most_legal(asked, name, [trial for trial in tried if trial.taken], positions)
    raise refusal


def _how_sure(found: Reading, fitting: Sequence[Trial], positions: Sequence[Position]) -> str:
    """Return how sure a reading is, in words: whether others fit that answer differently, and make sense."""
    chosen = next((trial for trial in fitting if trial.reading == found), None)
    others = [trial for trial in fitting if chosen is not None and trial.moves != chosen.moves]
    if not others or chosen is None:
        return "sure: no other one fits that answers differently"
    if _sense(chosen, positions).perfect and not any(_sense(trial, positions).perfect for trial in others):
        return f"sure: of {len(fitting)} that fit, it alone always completes its own lines"
    return f"likely: {len(others)} of {len(fitting)} that fit answer differently, and make no more sense"


def _as_an_agent(found: Reading, fitting: Sequence[Trial]) -> Reading:
    """Return the reading, or the same with marks of the side to move where these are numbers and nothing tells apart.

    An agent that learns, and is not told its side, sees itself as a number.
    """
    if found.own or found.marks[:1] not in (("1",), ("-1",)) or _SIDE & {*found.arguments}:
        return found
    moves = next(trial.moves for trial in fitting if trial.reading == found)
    own = replace(found, own=True)
    return own if any(trial.reading == own and trial.moves == moves for trial in fitting) else found


def _mostly_legal(asked: "_Asked", readings: Sequence[Reading], positions: Sequence[Position]) -> Inferred | None:
    """Return the reading of a program that breaks the rules: the likeliest with which most of its answers are legal.

    The marks are those of X and O, or the board is the program's own: then it is sure what it is shown.
    """
    sure = [reading for reading in readings if not reading.own or reading.place is not None]
    for reading in sure[:_MOST_BROKEN]:
        counts, answered = _legal_answers(asked, reading, positions)
        [(answer, count)] = counts.most_common(1)
        if count >= _MOSTLY * len(positions) or (answered >= _FEWEST and count == answered):
            why = "not all of its answers are legal" if answered > count else "it has not answered in all positions"
            return Inferred(replace(reading, answer=answer), f"likely: {why}")
    return None


def _most_legal(asked: "_Asked", name: str, trials: Sequence[Trial], positions: Sequence[Position]) -> Reading:
    """Return the reading of the first of some trials with which as many answers as possible are legal.

    It takes time of its own: the first trials may have used up the time for readings. Raises LimitExceeded.
    """

    def legal(trial: Trial) -> int:
        counts, _ = _legal_answers(asked, trial.reading, positions)
        return counts[trial.reading.answer]

    with asked.in_time(name):
        return max(trials[:_MOST_BROKEN], key=legal).reading


def _legal_answers(asked: "_Asked", reading: Reading, positions: Sequence[Position]) -> tuple[Counter[str], int]:
    """Return in how many positions each way to read the answers makes a legal move of them, and in how many it answers
    at all."""
    counts, answered = Counter[str](), 0
    reader = Reader(reading, positions[0].game, asked.program.evidence.namespace)
    for number, position in enumerate(positions):
        try:
            calls = asked.calls(reader, position, _STEPS, True)
        except OWN_FAULTS:
            calls = []
        answered += any(answer is not None for answer, _ in calls)
        for text in ANSWERS:
            counts[text] += bool(_legal_moves(reader, position, calls, text))
        if number == _FIRST and not any(counts.values()):
            break
    return counts, answered


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
    return _legal_moves(reader, position, calls) == frozenset(position.legal_moves)


def _legal_moves(reader: Reader, position: Position, calls: Iterable[_Call], text: str = "") -> frozenset[Move] | None:
    """Return the moves that some calls chose, read as the reading says or as `text`; None if one is not legal."""
    cells = {reader.move(position, answer, board, text) for answer, board in calls}
    legal = frozenset(cell for cell in cells if cell is not None and position.empty >> cell & 1)
    return legal if len(legal) == len(cells) else None


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


class _NoTime(RunsTooLong):
    """The time for all readings is over."""


class _Asked:
    """The answers of a program, each remembered: several readings show some positions in the same way."""

    def __init__(self, program: Program, ask: Ask) -> None:
        self.program, self.ask = program, ask
        self._until, self._last = inf, ""
        self._known: dict[tuple[str, int, bool], list[_Call] | BaseException] = {}

    @contextmanager
    def in_time(self, name: str) -> Iterator[None]:
        """Raise LimitExceeded when the time for all readings is over."""
        self._until = process_time() + _SECONDS
        try:
            with at_most(_SECONDS, _NoTime):
                yield
        except _NoTime:
            last = f", the last of them at {self._last!r}" if self._last else ""
            limit = f"{_SECONDS:g} s of processor time{last}"
            raise LimitExceeded(f"how {name!r} is called is not known after {limit}: {_SAY}") from None

    def calls(self, reader: Reader, position: Position, steps: int, every: bool) -> list[_Call]:
        """Return the answer and the board after the call: with `every`, of each run that its draws allow.

        Raises what the program raises, and _NoTime when the time for all readings is over.
        """
        reading = reader.reading
        board = reader.board(position)
        shown = board, reader.arguments(position, board), reader.constants(position, reading.made or ())
        key = f"{shown!r} {reading.place}", steps, every
        if key not in self._known:
            self._last = str(position)
            if process_time() > self._until:  # also where the program caught the error
                raise _NoTime
            self._known[key] = self._called(reader, position, steps, every)
        found = self._known[key]
        if isinstance(found, BaseException):
            raise found
        return found

    def _called(self, reader: Reader, position: Position, steps: int, every: bool) -> list[_Call] | BaseException:
        def call() -> _Call:
            done = limited(steps, lambda: called(reader, self.program, position))
            return done.answer, done.board

        try:
            with in_silence(), without_input():
                return list(self.ask(call)) if every else [call()]
        except OWN_FAULTS as error:
            return error


def _try(asked: _Asked, reading: Reading, positions: Sequence[Position], patience: int) -> list[Trial]:
    """Return a trial for each way to read the answers; a single one, with the fault, if none fits."""
    game, namespace = positions[0].game, asked.program.evidence.namespace
    fitting: dict[str, list[frozenset[Move]]] = {text: [] for text in ANSWERS}
    reader = Reader(replace(reading, answer=next(iter(fitting))), game, namespace)
    # One answer in the first position is the quickest test; most readings fail it.
    for number, position in [(-1, positions[0]), *enumerate(positions)]:
        steps = _STEPS * (patience if number < _FIRST else _MORE)
        try:
            calls = asked.calls(reader, position, steps, number >= 0)
        except OWN_FAULTS as error:
            late = isinstance(error, TooLong)
            what = f"ran more than {steps:,} lines of Python" if late else f"raised {in_one_line(error)}"
            fault = f"{what}{_line_of(error, namespace)} at {str(position)!r}"
            return [Trial(reading, fitting[reader.reading.answer], fault, late)]
        kept = {}
        for text, moves in fitting.items():
            legal = _legal_moves(reader, position, calls, text)
            if legal is not None:
                kept[text] = [*moves, legal] if number >= 0 else moves
        if not kept:
            return [_refuted(reader, fitting, position, calls[0])]
        fitting = kept
        if reader.reading.answer not in fitting:  # free cells are shown as the answer is written
            reader = Reader(replace(reading, answer=next(iter(fitting))), game, namespace)
    return [Trial(replace(reading, answer=text), moves) for text, moves in fitting.items()]


def _refuted(reader: Reader, fitting: Mapping[str, list[frozenset[Move]]], position: Position, call: _Call) -> Trial:
    """Return the trial of a program whose answer is no legal move, however it is read, with what it answered."""
    answer, board = call
    taken = next((text for text in fitting if reader.move(position, answer, board, text) is not None), "")
    what = "which is taken" if taken else "which is no cell of the board"
    fault = f"answered {answer!r}, {what}, at {str(position)!r}"
    read = replace(reader.reading, answer=taken or reader.reading.answer)
    return Trial(read, fitting[reader.reading.answer], fault, taken=bool(taken))


def _line_of(error: BaseException, namespace: Mapping[str, Any]) -> str:
    """Return the last line of the program's own file that an exception passed: ` (program.py, line 3)`, or nothing."""
    file = namespace.get("__file__")
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return f" ({Path(str(file)).name}, line {lines[-1]})" if lines else ""


def best_of(trials: Sequence[Trial], positions: Sequence[Position], name: str) -> Reading:
    """Return the first reading of those that make most sense of the program.

    Marks of the side to move and of the other count only where they make good sense, and marks of X and O do not.
    Raises StrategyError if none makes much, and several answer differently.
    """
    literal, own = ([trial for trial in trials if trial.reading.own is own] for own in (False, True))
    if literal and (more := _more_sense(own, literal, positions)) is not None:
        trials = own if more else literal
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


def _more_sense(own: Sequence[Trial], literal: Sequence[Trial], positions: Sequence[Position]) -> bool | None:
    """Return whether marks of the side to move make more sense of a program than marks of X and O; None for as much.

    A program that is told the side to move knows its mark: for it, marks of X and O must make no good sense at all.
    """
    senses = [[_sense(trial, positions) for trial in trials] for trials in (own, literal)]
    best_own, best_literal = (max((sense.total for sense in each), default=-len(positions)) for each in senses)
    if any(_SIDE & {*trial.reading.arguments, *(trial.reading.made or ())} for trial in literal):
        return any(sense.good for sense in senses[0]) and not any(sense.good for sense in senses[1])
    return None if abs(best_own - best_literal) <= 1 else best_own > best_literal


def _sense(trial: Trial, positions: Sequence[Position]) -> _Sense:
    counts = dict.fromkeys(Side, 0)
    races = Counter[Side]()
    for position, moves in zip(positions, trial.moves, strict=True):
        if moves and _is_race(position):
            own, theirs = _completions(position)
            races[position.side] += 1
            counts[position.side] += (moves <= own) - (moves <= theirs - own)
    return _Sense(counts[Side.X], counts[Side.O], min(races[side] for side in Side), races.total())


def _likely_fault(trial: Trial) -> tuple[bool, int, bool]:
    """Return a greater key for a fault that says more: what is missing in the file fails in every reading."""
    missing = any(error in trial.fault for error in ("ModuleNotFoundError", "NameError"))
    return missing, len(trial.moves), "answered" in trial.fault


def _complaint(program: Program, nearest: Trial | None, count: int) -> str:
    """Return what happened in the likeliest way to call a program, and the next step."""
    objects = {one.name: object_attributes(program, one) for one in program.parameters}
    many = next((f"{name!r} is asked for {', '.join(sorted(of))}" for name, of in objects.items() if len(of) > 1), "")
    if nearest is not None:
        called_as = str(nearest.reading).partition(" ->")[0]
        beside = f"; its {many}, which no board and no class of the file has" if many else ""
        return f"it {nearest.fault}, called with {called_as!r} (the nearest of {count} ways){beside}: {_SAY}"
    if unknown := [one.name for one in program.parameters if one.required]:
        return f"it is not clear what {', '.join(map(repr, unknown))} stand for: {_SAY}"
    return f"it takes no board, and there is none of its own: {_SAY}"

"""Finds how a program is called: it is asked in a few positions, in both seats, for each reading that its text leaves.

A reading fits if every answer is a legal move. Where those that fit answer differently in a position, none is taken.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest
from math import inf
from pathlib import Path
from time import process_time
from traceback import walk_tb
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded, NotRead
from noughts.players.player import OWN_FAULTS, in_one_line
from noughts.programs.calls import RunsTooLong, TooLong, at_most, in_silence, limited, without_input
from noughts.programs.reading.beside_board import unfilled, untold
from noughts.programs.reading.board_forms import COLUMNS, UP
from noughts.programs.reading.candidates import marks_of_o_first, readings_of, unknown_of
from noughts.programs.reading.move_forms import FALLING
from noughts.programs.reading.object_kinds import Program
from noughts.programs.reading.own_objects import attributes_asked, classes_for, is_class
from noughts.programs.reading.placed_calls import called
from noughts.programs.reading.readings import ANSWERS, TABLE, Reader, Reading, parts, quoted
from noughts.programs.waits import READING
from noughts.words import Said

_EACH = 8  # positions in each seat
_FEW = 3  # free cells, at least, in all but the first positions
_PLAYOUTS = 4_000  # random moves or so, in games that positions are taken from
_LAST = 9  # positions of each
_FIRST = 2  # positions that sort out most readings; they have the fewest free cells
_STEPS = 20_000  # lines of Python in one call, in the first positions; a wrong board may mean a loop without end
_MORE = 40  # times as many in the other positions, and for the likeliest readings if all take longer
_PATIENT = 8  # of these readings
_MOSTLY = 0.6  # of the positions, in which the answers of a program that breaks the rules are legal
_TELLING = 5  # positions, of which one must have a legal answer before a reading is tried in more
_FEWEST = 4  # positions, in which it must answer if it raises in the others, and all its answers are legal
_AGAIN = 4  # times that two readings are asked again where they differ
_TURNS = 8  # positions of both sides, in which a program's function is asked whose turn it is
_SAY = Said("hint.say-reading")
_SURE = Said("reading.sure")
_NO_MODULE = "ModuleNotFoundError"
_LOOPS = 300  # readings that take too long, before the others are not tried
_SECONDS = 30.0  # of processor time, for all readings
_GO_ON = 0.995  # small boards have fewer positions
_WIDE = 24  # positions of all plies, in which readings are compared that agree in the others

_Call = tuple[Any, Any]  # the answer, and the board after the call
Ask = Callable[[Callable[[], Any]], Iterable[Any]]  # from a call to every answer that it may give


@dataclass
class Trial:
    """A reading that is tried: its moves in the positions so far (none where it is not known), why it does not fit."""

    reading: Reading
    moves: list[frozenset[Move]] = field(default_factory=list)
    fault: Said | None = None
    too_long: bool = False
    taken: bool = False  # it answered with a cell that is not free


class NoReading(NotRead):
    """No reading of a program fits a game: the message says what happened.

    `took_too_long`: whether it gave no answer at the nearest reading, in the lines of Python that a call may run.
    """

    took_too_long = False


class TwoReadings(NotRead):
    """Several `readings` of a program called `name` fit a game, and answer differently."""

    def __init__(self, name: str, readings: Sequence[Reading]) -> None:
        values = {"program": repr(name), "first": quoted(readings[0]), "second": quoted(readings[1])}
        super().__init__(Said("calling.two-readings", values))
        self.name, self.readings = name, tuple(readings)


class AnswersOtherwise(NotRead):
    """A program answers otherwise when it is asked again: no reading of it can be told from another."""


@dataclass(frozen=True)
class Inferred:
    """A reading that was found, and how sure it is, in words."""

    reading: Reading
    sure: Said


def probe(program: Program, name: str, game: Game, ask: Ask) -> Inferred:
    """Return the reading of a program on a game.

    Raises NoReading if none fits, TwoReadings if several fit and answer differently, AnswersOtherwise if one of these
    differs from itself, LimitExceeded if there is no time to try them all: another reading might be the right one.
    """
    answers = _Asked(program, ask)
    with answers.in_time(name):
        reading = _found(answers, name, game)
        if TABLE in reading.arguments:
            _compare_with_its_table(answers, reading, name, game)
        return Inferred(reading, _SURE)


def _found(answers: "_Asked", name: str, game: Game) -> Reading:
    positions = positions_of(game)
    tiers = [_by_turn(answers, each, positions) for each in readings_of(answers.program, game, positions[0])]
    tried: list[Trial] = []
    for readings in tiers:
        trials = _tried(answers, readings, positions)
        tried += trials
        fitting = [trial for trial in trials if not trial.fault]
        if told := [trial for trial in fitting if not _depends(answers, trial, positions)]:
            return _the_only(answers, _to_the_last_cell(answers, told, game), name, game)
        if fitting:
            raise NoReading(_complaint(answers.program, fitting[0], len(tried)))
    if broken := _mostly_legal(answers, tiers[0], game):
        broken += _of_other_marks(answers, broken[0], tiers[0], game)
        return _one_of(answers, broken, name, _late_and_early(game)).reading
    nearest = max(tried, key=_likely_fault, default=None)
    if nearest is not None and (nearest.taken or nearest.too_long):  # the right way may be one without an answer
        nearest = max((trial for trial in reversed(tried) if trial.too_long), key=_likely_fault, default=nearest)
    refusal = NoReading(_complaint(answers.program, nearest, len(tried)))
    if nearest is not None:
        refusal.took_too_long = nearest.too_long
    raise refusal


def _depends(answers: "_Asked", trial: Trial, positions: Sequence[Position]) -> bool:
    """Return whether moves depend on what no board says: that is a fault of the trial then."""
    reader = Reader(trial.reading, positions[0].game, answers.program.evidence.namespace)
    try:
        with in_silence(), without_input():
            name = untold(answers.program, reader, positions, answers.moves_again)
    except OWN_FAULTS:  # an object that cannot be copied
        return False
    if name:
        trial.fault = _fault(Said("calling.untold", {"name": repr(name)}), positions[0])
    return bool(name)


def _compare_with_its_table(answers: "_Asked", reading: Reading, name: str, game: Game) -> None:
    """Raise AnswersOtherwise if a program moves otherwise with the table of an earlier move than with an empty one: its
    game may keep it."""
    empty, full = (Reader(reading, game, answers.program.evidence.namespace) for _ in range(2))
    late = [position for position in wide_positions_of(game) if 2 * position.empty.bit_count() <= game.cells]
    for position in late:
        full.kept = {}
        later = [position.play(move) for move in position.legal_moves]
        for each in [position, *(successor for successor in later if successor.outcome is None)]:
            if answers.moves_again(full, each) != answers.moves_again(empty, each):
                values = {"program": repr(name), "position": repr(str(each)), "reading": quoted(reading)}
                raise AnswersOtherwise(Said("calling.keeps-a-table", values))


def _by_turn(answers: "_Asked", readings: Sequence[Reading], positions: Sequence[Position]) -> list[Reading]:
    """Return the readings with which the program's function that says whose turn it is names the side to move.

    A reading of which it says nothing is left, unless O is first in it, or the function is right with its marks in the
    other order.
    """
    evidence = answers.program.evidence
    if evidence.turn is None:
        return list(readings)
    right = [reading for reading in readings if answers.names_the_side(reading, positions[:_TURNS])]
    others = [replace(reading, marks=(*reading.marks[1::-1], *reading.marks[2:])) for reading in right]
    o_first = marks_of_o_first(evidence)
    return [each for each in readings if each in right or (each not in others and each.marks not in o_first)]


def only(trials: Sequence[Trial], name: str) -> Trial:
    """Return the first of some trials. Raises TwoReadings if another one answers differently."""
    different: list[Trial] = []
    for trial in trials:
        if all(trial.moves != other.moves for other in different):
            different.append(trial)
    if len(different) > 1:
        raise TwoReadings(name, [trial.reading for trial in different])
    return different[0]


def _one_of(answers: "_Asked", trials: Sequence[Trial], name: str, positions: Sequence[Position]) -> Trial:
    """Return the first of some trials in the same positions.

    Raises TwoReadings if another one answers differently; AnswersOtherwise if one of the two does when it is asked
    again where they differ.
    """
    try:
        return only(trials, name)
    except TwoReadings as error:
        two = [next(trial for trial in trials if trial.reading == reading) for reading in error.readings[:2]]
        at = next(at for at, moves in enumerate(zip(two[0].moves, two[1].moves, strict=False)) if moves[0] != moves[1])
        for trial in two * _AGAIN:
            reader = Reader(trial.reading, positions[at].game, answers.program.evidence.namespace)
            if not answers.moves_again(reader, positions[at]) <= trial.moves[at]:  # one of several draws is no other
                values = {"program": repr(name), "position": repr(str(positions[at]))}
                raise AnswersOtherwise(Said("calling.otherwise", values)) from None
        raise


def _the_only(answers: "_Asked", trials: Sequence[Trial], name: str, game: Game) -> Reading:
    """Return the first of the readings that fit. Raises TwoReadings if they answer differently, on any ply."""
    _one_of(answers, trials, name, positions_of(game))
    meant = {
        (
            reading.own,
            reading.marks[:2],
            reading.arguments,
            reading.construction,
            reading.board.startswith(COLUMNS),
            reading.board.endswith(UP),
        ): reading
        for reading in (each.reading for each in trials[::-1])
    }
    if len(meant) > 1:
        readers = [Reader(reading, game, answers.program.evidence.namespace) for reading in meant.values()]
        all_moves = _answers_of_all_plies(answers, readers, game)
        compared = [Trial(reader.reading, moves) for reader, moves in zip(readers, all_moves, strict=True)]
        _one_of(answers, compared, name, wide_positions_of(game))
    return trials[0].reading


def _answers_of_all_plies(answers: "_Asked", readers: Sequence[Reader], game: Game) -> list[list[frozenset[Move]]]:
    """Return the moves of several readings in positions of all plies, up to the first that takes too long."""
    all_moves: list[list[frozenset[Move]]] = [[] for _ in readers]
    for position in wide_positions_of(game):
        for reader, moves in zip(readers, all_moves, strict=True):
            try:
                calls = answers.calls(reader, position, _STEPS * _MORE, True)
            except TooLong:
                return [each[: min(map(len, all_moves))] for each in all_moves]
            except OWN_FAULTS:
                calls = []
            moves.append(_legal_moves(reader, position, calls) or frozenset())
    return all_moves


def _mostly_legal(answers: "_Asked", readings: Sequence[Reading], game: Game) -> list[Trial]:
    """Return the trials of the readings with which most answers of a program that breaks the rules are legal.

    One that raises an exception in most positions must answer in some, and all these answers must be legal. Where most
    cells are free legal answers say nothing.
    """
    trials = []
    late = [position for position in positions_of(game) if 2 * position.empty.bit_count() <= game.cells]
    if len(late) < _FEWEST:
        return []
    positions = _late_and_early(game)
    for reading in readings:
        for text, moves in _legal_answers(answers, reading, positions).items():
            answered = [each for each in moves if each is not None]
            legal = sum(bool(each) for each, position in zip(moves, positions, strict=True) if position in late)
            if legal >= _MOSTLY * len(late) or (len(answered) >= _FEWEST and all(answered)):
                trials.append(Trial(replace(reading, answer=text), [each or frozenset() for each in moves]))
    return trials


def _late_and_early(game: Game) -> list[Position]:
    """Return positions with few free cells and with many, in turn: a slow program answers in the first, one that raises
    an exception at the end in the others."""
    pairs = zip_longest(positions_of(game), reversed(wide_positions_of(game)))
    return [position for pair in pairs for position in pair if position is not None]


def _of_other_marks(answers: "_Asked", trial: Trial, readings: Sequence[Reading], game: Game) -> list[Trial]:
    """Return the trials of the readings that are the same but for the marks: which ones it knows, broken rules do not
    tell."""
    trials, like = [], trial.reading
    for reading in readings:
        other = replace(reading, answer=like.answer)
        if other != like and replace(other, marks=like.marks, own=like.own, arguments=like.arguments) == like:
            moves = _legal_answers(answers, reading, _late_and_early(game)).get(like.answer, [])
            trials.append(Trial(other, [each or frozenset() for each in moves]))
    return [each for each in trials if any(each.moves)]


def _legal_answers(
    answers: "_Asked", reading: Reading, positions: Sequence[Position]
) -> dict[str, list[frozenset[Move] | None]]:
    """Return for each way to read the answers the legal moves in some positions: none for an illegal answer, None
    where it raises an exception or takes too long; nothing if no answer is legal in the first positions."""
    legal_moves: dict[str, list[frozenset[Move] | None]] = {
        text: [] for text in _answers_of(reading, positions[0].game)
    }
    reader = Reader(reading, positions[0].game, answers.program.evidence.namespace)
    for number, position in enumerate(positions):
        try:
            calls = answers.calls(reader, position, _STEPS, True)
        except OWN_FAULTS as error:
            if answers.misses_an_object(error, reader, position):
                return {}
            calls = []
        if number > _TELLING and not any(any(moves) for moves in legal_moves.values()):
            return {}
        has_answer = any(answer is not None for answer, _ in calls)
        for text, moves in legal_moves.items():
            moves.append((_legal_moves(reader, position, calls, text) or frozenset()) if has_answer else None)
    return legal_moves


def _to_the_last_cell(answers: "_Asked", trials: Sequence[Trial], game: Game) -> list[Trial]:
    """Return those of several trials that find the last free cell most often, wherever it is.

    A list that is one cell too long or too short shows only there. It is not a condition: a program need not know every
    full board.
    """
    if len({tuple(trial.moves) for trial in trials}) == 1:
        return list(trials)
    counts = [sum(_finds(answers, trial, position) for position in last_cells_of(game)) for trial in trials]
    return [trial for trial, count in zip(trials, counts, strict=True) if count == max(counts)]


def _finds(answers: "_Asked", trial: Trial, position: Position) -> bool:
    reader = Reader(trial.reading, position.game, answers.program.evidence.namespace)
    try:
        calls = answers.calls(reader, position, _STEPS * _MORE, True)
    except OWN_FAULTS:
        return False
    return _legal_moves(reader, position, calls) == frozenset(position.legal_moves)


def _legal_moves(reader: Reader, position: Position, calls: Iterable[_Call], text: str = "") -> frozenset[Move] | None:
    """Return the moves that some calls chose, read as the reading says or as `text`; None if one is not legal."""
    cells = {_cell(reader, position, call, text) for call in calls}
    legal = frozenset(cell for cell in cells if cell is not None and position.playable >> cell & 1)
    return legal if len(legal) == len(cells) else None


def _cell(reader: Reader, position: Position, call: _Call, text: str) -> Move | None:
    """Return the cell that a call chose, None where its answer is no cell, or what a window would give."""
    answer, board = call
    try:
        return reader.move(position, answer, board, text)
    except OWN_FAULTS:
        return None


def _tried(answers: "_Asked", readings: Sequence[Reading], positions: Sequence[Position]) -> list[Trial]:
    """Return the trials of some readings; the first of those that take too long are tried again, with more patience.

    They end where a module is missing, which fails in every reading, or where too many take too long.
    """
    trials: list[Trial] = []
    for reading in readings:
        trials += _try(answers, reading, positions, 1)
        if _NO_MODULE in str(trials[-1].fault) or sum(trial.too_long for trial in trials) > _LOOPS:
            break
    late = [trial for trial in trials if trial.too_long][:_PATIENT]
    again = [retrial for trial in late for retrial in _try(answers, trial.reading, positions, _MORE)]
    return [trial for trial in trials if trial not in late] + again


@lru_cache(maxsize=16)
def positions_of(game: Game) -> tuple[Position, ...]:
    """Return the positions in which programs are asked, in both seats: few cells are free."""
    seats: dict[Side, dict[Position, None]] = {side: {} for side in Side}
    for position in _late_positions(game):
        seats[position.side][position] = None
    few = [_by_free_cells(positions, 2)[:_FIRST] for positions in seats.values()]
    more = [_by_free_cells(positions, _FEW)[:_EACH] for positions in seats.values()]
    chosen = [position for group in zip_longest(*few, *more) for position in group if position is not None]
    return tuple(dict.fromkeys(chosen)) or (Position(game),)


@lru_cache(maxsize=16)
def last_cells_of(game: Game) -> tuple[Position, ...]:
    """Return a position for each cell, or for as many as were found, in which it is the only free one."""
    positions = {position.empty: position for position in _late_positions(game) if len(position.legal_moves) == 1}
    return tuple(positions[empty] for empty in sorted(positions))


@lru_cache(maxsize=16)
def wide_positions_of(game: Game) -> tuple[Position, ...]:
    """Return positions of all plies, those with the fewest free cells first."""
    rng, positions = random.Random(str(game)), dict[Position, None]()
    while len(positions) < _WIDE and rng.random() < _GO_ON:
        position = Position(game)
        for _ in range(rng.randrange(game.cells)):
            if position.play(move := rng.choice(position.legal_moves)).outcome is None:
                position = position.play(move)
        positions[position] = None
    return tuple(_by_free_cells(positions, 0))


@lru_cache(maxsize=2)
def _late_positions(game: Game) -> tuple[Position, ...]:
    """Return the last positions before the end of random games, always the same ones."""
    rng, positions = random.Random(str(game)), list[Position]()
    for _ in range(_PLAYOUTS // game.cells + 20):
        position, before = Position(game), list[Position]()
        while position.outcome is None:
            before.append(position)
            position = position.play(rng.choice(position.legal_moves))
        positions += before[-_LAST:]
    return tuple(positions)


def _by_free_cells(positions: Iterable[Position], least: int) -> list[Position]:
    """Return the positions with the fewest free cells first, of those with at least `least`."""
    free = [position for position in positions if position.empty.bit_count() >= least]
    return sorted(free, key=lambda position: position.empty.bit_count())


def _answers_of(reading: Reading, game: Game) -> list[str]:
    """Return the answers to try: a number that goes down the columns is PettingZoo's; where stones fall, a column is a
    move."""
    texts = [text for text in ANSWERS if reading.board == "observation" or "by-columns" not in text]
    return [text for text in texts if not (game.cells_stay_open and parts(text)[0] in FALLING)]


class _NoTime(RunsTooLong):
    """The time for all readings is over."""


class _Asked:
    """The answers of a program, each remembered: several readings show some positions in the same way."""

    def __init__(self, program: Program, ask: Ask) -> None:
        self.program, self.ask = program, ask
        self._until, self._last, self._name, self._count = inf, "", "", 0
        self._known: dict[tuple[str, int, bool], list[_Call] | BaseException] = {}

    @contextmanager
    def in_time(self, name: str) -> Iterator[None]:
        """Raise LimitExceeded when the time for all readings is over."""
        self._until, self._name = process_time() + _SECONDS, name
        try:
            with at_most(_SECONDS, _NoTime):
                yield
        except _NoTime:
            values = {"program": repr(name), "seconds": f"{_SECONDS:g}", "hint": _SAY}
            if self._last:
                values["position"] = repr(self._last)
                raise LimitExceeded(Said("calling.reading-late-at", values)) from None
            raise LimitExceeded(Said("calling.reading-late", values)) from None

    def calls(self, reader: Reader, position: Position, steps: int, every: bool) -> list[_Call]:
        """Return the answer and the board after the call: with `every`, of each run that its draws allow.

        Raises what the program raises, and _NoTime when the time for all readings is over.
        """
        reading = reader.reading
        board = reader.board(position)
        words = (*reading.arguments, "None", *(reading.construction or ()))
        shown = board, [word if is_class(word) else reader.constants(position, [word], board) for word in words]
        key = f"{shown!r} {reading.place}", steps, every
        if key not in self._known:
            self._last = str(position)
            if process_time() > self._until:  # also where the program caught the error
                raise _NoTime
            self._known[key] = self._called(reader, position, steps, every)
        outcome = self._known[key]
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def misses_an_object(self, error: BaseException, reader: Reader, position: Position) -> bool:
        """Return whether a program has asked what it was passed, or made of, for what it does not have."""
        words = [*reader.reading.arguments, *(reader.reading.construction or ())]
        passed = reader.constants(position, [word for word in words if word != "board" and not is_class(word)])
        thing = getattr(error, "obj", self)  # of an AttributeError
        return any((type(thing), thing) == (type(value), value) for value in passed)

    def names_the_side(self, reading: Reading, positions: Sequence[Position]) -> bool:
        """Return whether the program's function that says whose turn it is names the side to move by its mark, in all
        positions in which it names a mark, of both sides."""
        if reading.place is not None or reading.shows_own or (turn := self.program.evidence.turn) is None:
            return False
        reader, named = Reader(reading, positions[0].game, self.program.evidence.namespace), set[Side]()
        for position in positions:
            board = reader.board(position)
            key = f"{board!r} turn", 0, False
            if key not in self._known:
                self._known[key] = self._turn(turn, board)
            outcome = self._known[key]
            for answer, _ in outcome if isinstance(outcome, list) else []:
                mine, theirs = (reader.mark_of_side(side, position) for side in (position.side, position.side.opponent))
                if (type(answer), answer) == (type(theirs), theirs):
                    return False
                named |= {position.side} if (type(answer), answer) == (type(mine), mine) else set()
        return len(named) == len(Side)

    def _turn(self, turn: Callable[..., Any], board: Any) -> list[_Call] | BaseException:
        try:
            with in_silence(), without_input():
                return [(limited(_STEPS, lambda: turn(board)), board)]
        except OWN_FAULTS as error:
            return error

    def moves_again(self, reader: Reader, position: Position) -> frozenset[Move]:
        """Return the legal moves of the program when it is asked again; none for its faults."""
        outcome = self._called(reader, position, _STEPS * _MORE, True)
        calls = [] if isinstance(outcome, BaseException) else outcome
        return _legal_moves(reader, position, calls) or frozenset()

    def _called(self, reader: Reader, position: Position, steps: int, every: bool) -> list[_Call] | BaseException:
        def call() -> _Call:
            done = limited(steps, lambda: called(reader, self.program, position))
            return done.answer, done.board

        self._count += 1
        READING.get()(self._name, self._count)
        try:
            with in_silence(), without_input():
                return list(self.ask(call)) if every else [call()]
        except OWN_FAULTS as error:
            return error


def _try(answers: _Asked, reading: Reading, positions: Sequence[Position], patience: int) -> list[Trial]:
    """Return a trial for each way to read the answers; a single one, with the fault, if none fits."""
    game, namespace = positions[0].game, answers.program.evidence.namespace
    fitting: dict[str, list[frozenset[Move]]] = {text: [] for text in _answers_of(reading, game)}
    reader = Reader(replace(reading, answer=next(iter(fitting))), game, namespace)
    # One answer in the first position is the quickest test; most readings fail it.
    for number, position in [(-1, positions[0]), *enumerate(positions)]:
        steps = _STEPS * (patience if number < _FIRST else _MORE)
        try:
            calls = answers.calls(reader, position, steps, number >= 0)
        except OWN_FAULTS as error:
            late = isinstance(error, TooLong)
            fault = _fault(_with_line(_deed(error, steps), error, namespace), position)
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
    """Return the trial of a program whose answer is not a legal move, however it is read, with what it answered."""
    taken = next((text for text in fitting if _cell(reader, position, call, text) is not None), "")
    kind = "calling.answered-taken" if taken else "calling.answered"
    fault = _fault(Said(kind, {"answer": repr(call[0])}), position)
    read = replace(reader.reading, answer=taken or reader.reading.answer)
    return Trial(read, fitting[reader.reading.answer], fault, taken=bool(taken))


def _fault(deed: Said, position: Position) -> Said:
    return Said("calling.it-at", {"deed": deed, "position": repr(str(position))})


def _deed(error: BaseException, steps: int) -> Said:
    if isinstance(error, TooLong):
        return Said("calling.ran-long", {"steps": steps})
    return Said("calling.raised", {"error": in_one_line(error)})


def _with_line(deed: Said, error: BaseException, namespace: Mapping[str, Any]) -> Said:
    """Return what a program did, with the last line of its own file that an exception passed."""
    file = namespace.get("__file__")
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    if not lines:
        return deed
    return Said("error.in-line", {"reason": deed, "file": Path(str(file)).name, "line": lines[-1]})


def _likely_fault(trial: Trial) -> tuple[bool, int, bool]:
    """Return a greater key for a fault that says more: what is missing in the file fails in every reading."""
    missing = any(error in str(trial.fault) for error in (_NO_MODULE, "NameError"))
    return missing, len(trial.moves), trial.fault is not None and "answer" in trial.fault.values["deed"].values


def _complaint(program: Program, nearest: Trial | None, count: int) -> Said:
    """Return what happened in the likeliest way to call a program, and the next step."""
    if nearest is not None and nearest.fault is not None:
        if _NO_MODULE in str(nearest.fault):
            return Said("calling.it", {"deed": nearest.fault.values["deed"]})
        called_as = repr(str(nearest.reading).partition(" ->")[0])
        values = {"fault": nearest.fault, "reading": called_as, "count": count, "hint": _SAY}
        if demand := _asked_for(program):
            return Said("calling.called-with-beside", {**values, "asked": demand})
        return Said("calling.called-with", values)
    if program.owner is not None and (empty := unfilled(program, program.owner)):
        return Said("calling.unfilled", {"attribute": empty[0], "method": empty[1], "hint": _SAY})
    if unknown := unknown_of(program):
        return Said("calling.not-clear", {"count": len(unknown), "words": [*map(repr, unknown)], "hint": _SAY})
    return Said("calling.no-board", {"hint": _SAY})


def _asked_for(program: Program) -> Said | None:
    """Return which parameter, of a call or of the program's object, is asked for several attributes that no class has,
    if there is one."""
    evidence = program.evidence
    given = [(parameter, False) for parameter in program.parameters] + [
        (parameter, True) for parameter in program.constructor
    ]
    for parameter, is_made in given:
        attributes = attributes_asked(parameter, evidence, is_made)
        if len(attributes) > 1 and not classes_for(parameter, evidence, is_made):
            return Said("calling.asked-for", {"name": repr(parameter.name), "words": sorted(attributes)})
    return None

"""A table as a strategy: a dict from positions to moves, or to the values of the moves (a Q-table)."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from numbers import Real
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.errors import StrategyError, StrategyFault
from noughts.players.player import Decision, Notes, Player
from noughts.programs.reading.board_forms import FORMS, NUMBERED, UP, mark_of
from noughts.programs.reading.candidates import every_marks
from noughts.programs.reading.move_forms import MOVES
from noughts.programs.reading.probe import Trial, only, positions_of
from noughts.programs.reading.readings import VALUES, Reader, Reading, answer_in_words, cell_of, quoted
from noughts.words import Said, Words

_GAMES = 60  # random games whose positions are looked up
_KEYS = 500  # keys that are looked at
_CELL = 2  # letters of a cell at most: a longer text is a board
_ARGUMENTS = ("board",), ("board", "mark")


class TableStrategy(Player):
    """A table as a strategy. `reading` says how a position is written as a key, and how a move is.

    Of values it takes the greatest, over the legal moves; equal ones are all returned. Of several moves each is as
    likely as any other; one that is there twice, as a bead in a matchbox, is twice as likely.
    """

    name: str
    is_inferred = True

    def __init__(self, name: str, table: Mapping[Any, Any], reading: Reading | None = None) -> None:
        self.name, self._table = name, _by_position(table)
        self._given = reading
        self._readers: dict[Game, Reader | None] = {}
        self._nearest: dict[Game, Words] = {}  # why the reading that finds the most positions is none

    def supports(self, game: Game) -> bool:
        """Return whether positions of the game are found in the table. Raises StrategyError if in two ways."""
        if game not in self._readers:
            reading = self._given or self._read(game)
            self._readers[game] = None if reading is None else Reader(reading, game)
        return self._readers[game] is not None

    def why_not(self, game: Game) -> Words:
        """Return why the table is not one of a game, or an empty text."""
        if self.supports(game):
            return ""
        if game in self._nearest:
            return self._nearest[game]
        keys = ", ".join(repr(key) for key in islice(self._table, 2)) or "none"
        return Said("calling.no-keys", {"game": game, "count": len(self._table), "keys": keys})

    @property
    def notes(self) -> Notes:
        """How the table is read on the games that it was asked about."""
        readers = [reader for reader in self._readers.values() if reader is not None]
        return Notes(read_as="; ".join(dict.fromkeys(str(self._in_words(reader)) for reader in readers)))

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the table's moves. Raises StrategyError for a position that it lacks."""
        reader = self._readers[position.game] if self.supports(position.game) else None
        if reader is None:
            values = {"where": repr(self.name), "reason": self.why_not(position.game)}
            raise StrategyError(Said("error.in", values))
        key = _key(reader, position)
        if key not in self._table:
            lacks = {"program": repr(self.name), "key": repr(key), "position": repr(str(position))}
            raise StrategyFault(Said("calling.no-entry", lacks), "illegal")
        chances = _chances(self._table[key], reader.reading.answer, position)
        if not chances:
            raise StrategyFault(self._not_a_move(reader, key), "illegal")
        equal = len({*chances.values()}) == 1
        return Decision(tuple(chances), chances=None if equal else tuple(chances.values()))

    def _not_a_move(self, reader: Reader, key: Hashable) -> Said:
        held = {"program": repr(self.name), "entry": repr(self._table[key]), "key": repr(key)}
        return Said("calling.entry", {**held, "expected": repr(reader.reading.answer)})

    def _in_words(self, reader: Reader) -> Said:
        reading = reader.reading
        words = Said("reading.table", {"count": len(self._table), "board": reading.board_in_words(reader.game)})
        if len(reading.arguments) > 1:
            words = Said("reading.with-mark", {"reading": words})
        if reading.answer == VALUES:
            return Said("reading.entry-values", {"reading": words})
        return Said("reading.entry-move", {"reading": words, "answer": answer_in_words(reading.answer)})

    def _read(self, game: Game) -> Reading | None:
        """Return the reading that finds the most positions, each with legal moves only."""
        candidates = [Reader(reading, game) for reading in self._candidates(game)]
        if not candidates:
            return None
        positions = [*positions_of(game), *_sample(game)]
        trials: list[Trial] = []
        nearest: tuple[int, int, Words] = (0, 0, "")
        for reader in candidates:
            keys = [key for position in positions if (key := _key(reader, position)) in self._table]
            for answer in (*MOVES, VALUES) if keys else ():
                trial = Trial(replace(reader.reading, answer=answer))
                wrong = self._tried(trial, Reader(trial.reading, game), positions)
                if wrong is None:
                    trials.append(trial)
                else:
                    count = sum(map(bool, trial.moves))
                    nearest = max(nearest, (len(keys), count, wrong), key=lambda entry: entry[:2])
        most = max((_found(trial) for trial in trials), default=0)
        if most:
            return only([trial for trial in trials if _found(trial) == most], self.name).reading
        if nearest[1]:
            self._nearest[game] = nearest[2]
        return None

    def _tried(self, trial: Trial, reader: Reader, positions: Sequence[Position]) -> Said | None:
        """Add the moves in some positions to a trial, none where the table has no entry; return the first entry that
        is not of legal moves alone, in words."""
        wrong: Said | None = None
        for position in positions:
            key, legal = _key(reader, position), frozenset[Move]()
            if self._table.get(key) is not None:
                moves = frozenset(_chances(self._table[key], trial.reading.answer, position))
                legal = moves if moves <= {*position.legal_moves} else legal
                if not legal and wrong is None:
                    values = {"reading": quoted(trial.reading), "entry": repr(self._table[key]), "key": repr(key)}
                    wrong = Said("calling.no-legal-entry", values)
            trial.moves.append(legal)
        return wrong

    def _candidates(self, game: Game) -> Iterator[Reading]:
        """Yield the readings whose keys have the shape and the marks of some of the table's keys."""
        keys = list(islice(self._table, _KEYS))
        known, shapes = {part for key in keys for part in _parts(key)}, {*map(_shape, keys)}
        for (marks, own), form, arguments in product(every_marks(), FORMS, _ARGUMENTS):
            if game.cells_stay_open and form.endswith(UP):
                continue
            if not FORMS[form].is_hashable or not all(_is_among(word, known, game) for word in marks):
                continue
            reading = Reading(form, marks, own, arguments, "")
            if _shape(_key(Reader(reading, game), Position(game))) in shapes:
                yield reading


def _is_among(word: str, known: Set[Any], game: Game) -> bool:
    """Return whether a mark is one of the parts of keys; of a free cell that shows its number, any number."""
    form = NUMBERED.get(word)
    stones = [mark_of(word, {})] if form is None else [form.content(cell) for cell in range(game.cells)]
    return any(stone in known or {*str(stone)} <= known for stone in stones)


def _shape(key: Any) -> Hashable:
    """Return what is the same in all keys of a board's form: lengths, where one key is in another.

    >>> _shape("XO  X    ") == _shape("         "), _shape((1, 0, 0)) == _shape(((1, 0, 0), 1))
    (True, False)
    """
    if isinstance(key, tuple):
        return tuple(map(_shape, key))
    if not isinstance(key, str) or len(key) <= _CELL:
        return ""
    return ("list", key.count(",")) if key.startswith("[") else len(key)


def _found(trial: Trial) -> int:
    return sum(map(bool, trial.moves))


def _by_position(table: Mapping[Any, Any]) -> dict[Hashable, Any]:
    """Return the table with the values of a position together: its keys may be (position, move)."""
    pairs = [key for key in table if isinstance(key, tuple) and len(key) == 2]
    if len(pairs) < len(table) or len({key[0] for key in pairs}) * 2 > len(pairs):
        return dict(table)
    grouped: dict[Hashable, Any] = {}
    for (position, move), value in table.items():
        grouped.setdefault(position, {})[move] = value
    return grouped


def _parts(key: Any) -> Iterator[Any]:
    """Yield the characters of a text, the parts of a tuple and of tuples in it."""
    if not isinstance(key, tuple):
        yield from key if isinstance(key, str) else (key,)
        return
    for part in key:
        yield from _parts(part) if isinstance(part, tuple) else (part,)


def _sample(game: Game) -> list[Position]:
    """Return the positions of some random games, before their ends."""
    rng = random.Random(str(game))
    positions: dict[Position, None] = {}
    for _ in range(_GAMES):
        position = Position(game)
        while position.outcome is None:
            positions[position] = None
            position = position.play(rng.choice(position.legal_moves))
    return list(positions)


def _key(reader: Reader, position: Position) -> Any:
    arguments = reader.arguments(position, reader.board(position))
    return arguments[0] if len(arguments) == 1 else tuple(arguments)


def _chances(entry: Any, answer: str, position: Position) -> dict[Move, Fraction]:
    """Return the chance of each move of an entry: of the legal ones of the greatest value, else of those that it names,
    also where they are not legal. Empty where the entry is not read so."""
    entry = entry.tolist() if hasattr(entry, "tolist") else entry
    if isinstance(entry, Mapping) or answer == VALUES:
        beads = Counter(_best(_values(entry, answer, position.game), position.legal_moves))
    elif (move := cell_of(entry, answer, position.game, position.x | position.o)) is not None:
        beads = Counter([move])
    elif isinstance(entry, Sequence | Set) and not isinstance(entry, str):
        named = [cell_of(part, answer, position.game, position.x | position.o) for part in entry]
        beads = Counter(() if None in named else [move for move in named if move is not None])
    else:
        beads = Counter()
    return {move: Fraction(count, beads.total()) for move, count in sorted(beads.items())}


def _values(entry: Any, answer: str, game: Game) -> dict[Move | None, Any]:
    """Return the values of moves: an entry names them, or has one for each cell, None where there is none."""
    if isinstance(entry, Mapping):
        return {} if answer == VALUES else {cell_of(move, answer, game): value for move, value in entry.items()}
    if not isinstance(entry, list | tuple) or len(entry) != game.cells:
        return {}
    return dict(enumerate(entry)) if all(value is None or isinstance(value, Real) for value in entry) else {}


def _best(values: Mapping[Move | None, Any], legal_moves: Sequence[Move]) -> list[Move]:
    legal = {move: values[move] for move in legal_moves if values.get(move) is not None}
    return [move for move, value in legal.items() if value == max(legal.values())]

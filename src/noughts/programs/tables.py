"""A table as a strategy: a dict from positions to moves, or to the values of the moves (a Q-table)."""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.player import Decision, Notes, Player
from noughts.core.position import Position
from noughts.errors import StrategyError, StrategyFault
from noughts.programs.inference.candidates import every_marks
from noughts.programs.inference.probe import Trial, only, positions_of
from noughts.programs.reading.board_forms import FORMS, mark_of
from noughts.programs.reading.move_forms import MOVES
from noughts.programs.reading.reader import Reader
from noughts.programs.reading.readings import ANSWERS, Reading, cell_of
from noughts.words import Said, Words

_GAMES = 60  # random games whose positions are looked up
_KEYS = 500  # keys that are looked at
_ARGUMENTS = ("board",), ("board", "mark")


class TableStrategy(Player):
    """A table as a strategy. `reading` says how a position is written as a key, and how a move is.

    Of values it takes the greatest, over the legal moves; equal ones are all returned.
    """

    name: str
    is_inferred = True

    def __init__(self, name: str, table: Mapping[Any, Any], reading: Reading | None = None) -> None:
        self.name, self._table = name, _by_position(table)
        self._given = reading
        self._readers: dict[Game, Reader | None] = {}

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
        keys = ", ".join(repr(key) for key in islice(self._table, 2)) or "none"
        return Said("calling.no-keys", {"game": game, "count": len(self._table), "keys": keys})

    @property
    def notes(self) -> Notes:
        """How the table is read on the games that it was asked about."""
        found = [reader for reader in self._readers.values() if reader is not None]
        return Notes(read_as="; ".join(dict.fromkeys(map(self._in_words, found))))

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
        entry = self._table[key]
        moves = _moves(entry, reader.reading.answer, position)
        if not moves:
            held = {"program": repr(self.name), "entry": repr(entry), "key": repr(key)}
            fault = Said("calling.entry", {**held, "expected": repr(reader.reading.answer)})
            raise StrategyFault(fault, "illegal")
        return Decision(moves)

    def _in_words(self, reader: Reader) -> str:
        reading = reader.reading
        mark = " with the mark to play" if len(reading.arguments) > 1 else ""
        return (
            f"table of {len(self._table):,} keys, each a {reading.board_in_words(reader.game)}{mark}; a move is "
            f"{ANSWERS[reading.answer]}"
        )

    def _read(self, game: Game) -> Reading | None:
        """Return the reading that finds the most positions with a legal move."""
        positions = [*positions_of(game), *_sample(game)]
        trials: list[Trial] = []
        for reading in self._candidates():
            reader = Reader(reading, game)
            entries = [self._table.get(_key(reader, position)) for position in positions]
            if any(entry is not None for entry in entries):
                trials += [_trial(replace(reading, answer=answer), positions, entries) for answer in MOVES]
        most = max((len(list(filter(None, trial.moves))) for trial in trials), default=0)
        if not most:
            return None
        return only([one for one in trials if len(list(filter(None, one.moves))) == most], self.name).reading

    def _candidates(self) -> Iterator[Reading]:
        """Yield the readings whose marks are among those of the keys."""
        keys = list(islice(self._table, _KEYS))
        known = {part for key in keys for part in _parts(key)}
        for (marks, own), form, arguments in product(every_marks(), FORMS, _ARGUMENTS):
            stones = [mark_of(word, {}) for word in marks[:2]]
            if FORMS[form].is_hashable and all(stone in known or {*str(stone)} <= known for stone in stones):
                yield Reading(form, marks, own, arguments, "")


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
    found: dict[Position, None] = {}
    for _ in range(_GAMES):
        position = Position(game)
        while position.outcome is None:
            found[position] = None
            position = position.play(rng.choice(position.legal_moves))
    return list(found)


def _key(reader: Reader, position: Position) -> Any:
    arguments = reader.arguments(position, reader.board(position))
    return arguments[0] if len(arguments) == 1 else tuple(arguments)


def _trial(reading: Reading, positions: Sequence[Position], entries: Sequence[Any]) -> Trial:
    chosen = [
        frozenset() if entry is None else frozenset(_moves(entry, reading.answer, position)) & {*position.legal_moves}
        for position, entry in zip(positions, entries, strict=True)
    ]
    return Trial(reading, chosen)


def _moves(entry: Any, answer: str, position: Position) -> tuple[Move, ...]:
    """Return the move that an entry names, or the legal ones of the greatest value; none if it is neither."""
    entry = entry.tolist() if hasattr(entry, "tolist") else entry
    game = position.game
    if isinstance(entry, Mapping):
        values = {cell_of(move, answer, game): value for move, value in entry.items()}
    elif isinstance(entry, list | tuple) and len(entry) == game.cells > 2:
        values = dict(enumerate(entry)) if answer == "index" else {}
    else:
        move = cell_of(entry, answer, game)
        return () if move is None else (move,)
    legal = {move: values[move] for move in position.legal_moves if move in values and values[move] is not None}
    return tuple(move for move, value in legal.items() if value == max(legal.values()))

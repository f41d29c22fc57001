"""A strategy made of a user's program: it is called with the board as it wants it, and its answer is read."""

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.strategy import OWN_FAULTS, Decision
from noughts.errors import StrategyError
from noughts.strategies.adapters.calls import in_silence, seeded, without_input
from noughts.strategies.adapters.chance import Unenumerable, outcomes
from noughts.strategies.adapters.object_kinds import Program
from noughts.strategies.adapters.probe import NoReading, positions_of, probe
from noughts.strategies.adapters.readings import Reader, Reading

_FEW = 200  # runs of a call in a probe


class ProgramStrategy:
    """A program as a strategy. `reading` says how it is called; without one it is found by a probe on every game.

    The program is called for every decision, with a copy of the board. It is `noisy` if the caller says so, or
    from the first position on in which its random numbers cannot be enumerated; then `unlisted` says why.
    """

    def __init__(self, name: str, program: Program, reading: Reading | None = None, noisy: bool = False) -> None:
        self.name, self.program, self.noisy = name, program, noisy
        self.unlisted = ""
        self._given = reading
        self._readers: dict[Game, Reader | NoReading] = {}

    def supports(self, game: Game) -> bool:
        """Return whether a reading of the program fits the game. Raises StrategyError if two do, and differ."""
        return isinstance(self._found(game), Reader)

    def why_not(self, game: Game) -> str:
        """Return why the program does not play a game, or an empty text."""
        found = self._found(game)
        return str(found) if isinstance(found, NoReading) else ""

    @property
    def read_as(self) -> str:
        """How the program is read, in words, for the games that it was asked about."""
        found = [reader for reader in self._readers.values() if isinstance(reader, Reader)]
        return "; ".join(dict.fromkeys(one.reading.in_words(one.game, self.program.what) for one in found))

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the program's moves, each with its chance. Raises StrategyError for an answer that is no cell."""
        reader = self._found(position.game)
        if isinstance(reader, NoReading):
            raise reader
        with without_input():
            if not self.noisy:
                try:
                    return merged(outcomes(lambda: self._call(reader, position)))
                except Unenumerable as error:
                    self.noisy, self.unlisted = True, str(error)
            with seeded(rng.getrandbits(32)):
                return Decision((self._call(reader, position),))

    def _found(self, game: Game) -> Reader | NoReading:
        if game not in self._readers:
            self._readers[game] = self._read(game)
        return self._readers[game]

    def _read(self, game: Game) -> Reader | NoReading:
        try:
            reading = self._given or probe(self.program, self.name, game, _Asker())
        except NoReading as error:
            return error
        reader = Reader(reading, game, self.program.evidence.namespace)
        for position in positions_of(game):
            if not self.noisy:
                self._follow_draws(reader, position)
        return reader

    def _follow_draws(self, reader: Reader, position: Position) -> None:
        """Find out whether the random numbers of the program can be enumerated in a position."""
        try:
            with in_silence(), without_input():
                outcomes(lambda: self._call(reader, position))
        except Unenumerable as error:
            self.noisy, self.unlisted = True, str(error)
        except OWN_FAULTS:  # said where a decision needs the answer
            pass

    def _call(self, reader: Reader, position: Position) -> Move:
        arguments = reader.arguments(position)
        answer = self.program.call(*arguments)
        move = reader.move(position, arguments, answer)
        if move is None:
            raise StrategyError(
                f"{self.name!r} answered {answer!r} at {str(position)!r}; as it is read, it returns "
                f"{reader.reading.answer!r}"
            )
        return move


class _Asker:
    """Asks for every answer of a call; once one had random numbers that cannot be enumerated, for a single one."""

    def __init__(self) -> None:
        self._every = True

    def __call__(self, call: Callable[[], Any]) -> list[Any]:
        if self._every:
            try:
                return [answer for answer, _ in outcomes(call, _FEW)]
            except Unenumerable:
                self._every = False
        return [call()]


def merged(answers: Iterable[tuple[Move, Fraction]]) -> Decision:
    """Return the decision for moves with their chances; equal moves are added up."""
    chances: dict[Move, Fraction] = {}
    for move, chance in answers:
        chances[move] = chances.get(move, Fraction(0)) + chance
    moves = tuple(sorted(chances))
    equal = len(set(chances.values())) == 1
    return Decision(moves, chances=None if equal else tuple(chances[move] for move in moves))

"""A strategy made of a user's program: it is called with the board as it wants it, and its answer is read."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.errors import LimitExceeded, StrategyError, StrategyFault
from noughts.players.player import NO_DICE, OWN_FAULTS, Decision, Notes, Player, consult, in_one_line
from noughts.players.traces import located
from noughts.programs.calls import InputRefused, RunsTooLong, TooLong, at_most, in_silence, seeded, without_input
from noughts.programs.chance import Unenumerable, merged, outcomes
from noughts.programs.reading.object_kinds import Program
from noughts.programs.reading.placed_calls import called
from noughts.programs.reading.probe import Inferred, NoReading, positions_of, probe
from noughts.programs.reading.readings import Reader, Reading, quoted
from noughts.words import Said, Words

_FEW = 200  # runs of a call in a probe
_FOLLOWING = 5.0  # of processor time, in which random numbers are followed before a decision is asked for


class ProgramStrategy(Player):
    """A program as a strategy. `reading` says how it is called; without one it is found by a probe on every game.

    The program is called for every decision, with a copy of the board. It is `noisy` if the caller says so, or
    from the first position on in which its random numbers cannot be enumerated; then `unlisted` says why.
    """

    name: str
    noisy: bool
    is_inferred = True

    def __init__(self, name: str, program: Program, reading: Reading | None = None, noisy: bool = False) -> None:
        self.name, self.program, self.noisy = name, program, noisy
        self.unlisted = ""
        self._prints = False  # its answers, in place of returning them
        self._given = reading
        self._readers: dict[Game, Reader | NoReading] = {}
        self._sure: dict[Reading, Said] = {}
        self._probes: dict[Game, Inferred | NoReading] = {}
        self._legal_nowhere: dict[Game, Words] = {}

    def supports(self, game: Game) -> bool:
        """Return whether a reading of the program fits the game.

        Raises StrategyError if two do, and differ; LimitExceeded where the program does not answer in time.
        """
        reader = self._found(game)
        if isinstance(reader, NoReading) and reader.took_too_long:
            values = {"program": repr(self.name), "reason": reader.said}
            raise LimitExceeded(Said("calling.reading-not-known", values))
        return isinstance(reader, Reader)

    def why_not(self, game: Game) -> Words:
        """Return why the program does not play a game, or an empty text; also of a reading that its author says, if no
        answer is legal in it."""
        reader = self._found(game)
        return reader.said if isinstance(reader, NoReading) else self._legal_nowhere.get(game, "")

    def reading(self, game: Game) -> str:
        """Return how the program is read on a game, as the text of a reading; empty if it does not play."""
        reader = self._found(game)
        return str(reader.reading) if isinstance(reader, Reader) else ""

    def set_reading(self, game: Game, text: str) -> None:
        """Read the program on a game as the text of a reading says: it was found out in another process."""
        self._readers[game] = Reader(Reading.from_text(text), game, self.program.evidence.namespace)

    @property
    def notes(self) -> Notes:
        """How the program is read on the games that it was asked about, and how sure that is."""
        return Notes(self._read_as, self._inferred, unlisted=self.unlisted)

    @property
    def _read_as(self) -> str:
        readers = [reader for reader in self._readers.values() if isinstance(reader, Reader)]
        verb = "prints" if self._prints else "returns"
        return "; ".join(
            dict.fromkeys(str(reader.reading.in_words(reader.game, self.program.what, verb)) for reader in readers)
        )

    @property
    def _inferred(self) -> str:
        sentences = (
            Said("reading.say-it", {"sure": sure, "reading": quoted(reading)}) for reading, sure in self._sure.items()
        )
        return "; ".join(map(str, sentences))

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the program's moves, each with its chance. Raises StrategyError for an answer that is not a cell."""
        reader = self._found(position.game)
        if isinstance(reader, NoReading):
            raise reader
        with without_input():
            if not self.noisy:
                try:
                    return merged(outcomes(lambda: self._move(reader, position)))
                except Unenumerable as error:
                    self.noisy, self.unlisted = True, str(error)
            with seeded(rng.getrandbits(32)):
                return merged([(self._move(reader, position), Fraction(1))])

    def _move(self, reader: Reader, position: Position) -> Move | StrategyFault:
        """Return its move in one run, or how it breaks the rules there: with other draws it may not."""
        try:
            return consult(_Run(self.name, lambda: self._call(reader, position)), position, NO_DICE).moves[0]
        except StrategyFault as fault:
            if isinstance(fault.__cause__, TooLong):  # who has limited its steps hears of it
                raise fault.__cause__ from None
            return fault

    def _found(self, game: Game) -> Reader | NoReading:
        if game not in self._readers:
            self._readers[game] = self._read(game)
        return self._readers[game]

    def _read(self, game: Game) -> Reader | NoReading:
        reading = self._given
        if reading is None:
            probed = self._probed(game)
            if isinstance(probed, NoReading):
                return probed
            reading = probed.reading
            self._sure[reading] = probed.sure
        reader = Reader(reading, game, self.program.evidence.namespace)
        with suppress(RunsTooLong), at_most(_FOLLOWING):
            faults = list[Words]()
            for position in positions_of(game):
                if not self.noisy:
                    faults.append(self._follow_draws(reader, position))
            if self._given is not None and faults and all(faults):
                self._legal_nowhere[game] = Said(
                    "calling.legal-nowhere", {"reading": quoted(reading), "fault": faults[0]}
                )
        return reader

    def fits(self, game: Game) -> bool:
        """Return whether a reading fits the game. Raises TwoReadings if two do, and differ."""
        return self._given is not None or isinstance(self._probed(game), Inferred)

    def _probed(self, game: Game) -> Inferred | NoReading:
        if game not in self._probes:
            try:
                self._probes[game] = probe(self.program, self.name, game, _Asker())
            except NoReading as refusal:
                self._probes[game] = refusal
        return self._probes[game]

    def _follow_draws(self, reader: Reader, position: Position) -> Words:
        """Find out whether the random numbers of the program can be enumerated in a position; return why no answer of
        it is legal there, or an empty text."""
        try:
            with in_silence(), without_input():
                moves = [move for move, _ in outcomes(lambda: self._call(reader, position))]
        except Unenumerable as error:
            self.noisy, self.unlisted = True, str(error)
            return ""
        except OWN_FAULTS as error:  # said where a decision needs the answer
            return located(in_one_line(error), error)
        return "" if any(position.playable >> move & 1 for move in moves) else Said("calling.not-free", {})

    def _call(self, reader: Reader, position: Position) -> Move:
        done = called(reader, self.program, position)
        self._prints |= done.printed
        answer, move = done.answer, reader.move(position, done.answer, done.board)
        if move is None:
            where = {"program": repr(self.name), "position": repr(str(position))}
            values = {**where, "answer": repr(answer), "expected": repr(reader.reading.answer)}
            raise StrategyFault(Said("calling.not-as-read", values), "illegal")
        return move


@dataclass(frozen=True)
class _Run:
    """One run of a program as a strategy."""

    name: str
    call: Callable[[], Move]

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        try:
            return Decision((self.call(),))
        except InputRefused as asks:  # what it would do then is not known: it does not lose there
            values = {"program": repr(self.name), "reason": str(asks), "position": repr(str(position))}
            raise StrategyError(Said("calling.at", values)) from asks


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
        with seeded(0):  # whatever it has drawn before
            return [call()]

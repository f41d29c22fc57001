"""A console game as a strategy: it is played at a terminal as its person would play, and its screen shows its moves."""

import random
import threading
from typing import Any

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.errors import StrategyError
from noughts.players.player import Decision, Notes
from noughts.processes.command import words_of
from noughts.programs.consoles.terminal_session import TerminalSession
from noughts.programs.play.played import PlayedProgram


class ConsoleStrategy(PlayedProgram):
    """A console game of 3 by 3. `command` is written as in a shell, `seconds` are those for a move.

    A decision depends on the position alone if the game's computer does. In each position its own earlier moves must be
    its own: others do not arise.
    """

    seconds: float
    prefix, what = "console", "program"
    runs_here = False

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        self.command, self.seconds = command, seconds
        name = f"{self.prefix}:{command}"
        self._session = TerminalSession(words_of(command, self.what), name, seconds)
        self._lock = threading.RLock()
        self._seen: dict[Position, int] = {}  # the stage at which each decision was seen
        super().__init__(name, lambda game: self._session)

    @property
    def notes(self) -> Notes:
        """The assumption of a proof about the game, and how it was played."""
        found = self._of(STANDARD).discovery.found
        words = [found[side].in_words() for side in sorted({one.side for one in self._seen}, key=list(Side).index)]
        if self._session.draws_start:
            words.append("it draws who begins: it was started again until it gave the seat")
        played = "; ".join(["played again for every position", *dict.fromkeys(words)])
        return Notes(assumes=f"{self.name} is deterministic ({played})")

    def supports(self, game: Game) -> bool:
        """Return whether it is a game of 3 by 3: others are not driven."""
        return game == STANDARD

    def seats(self, game: Game) -> tuple[Side, ...]:
        """Return the sides that it can have: it is played to find out. Raises StrategyError if it can have neither."""
        reasons = dict[str, None]()
        for side in Side:
            try:
                self._of(game).require(side)
            except StrategyError as error:
                reasons[str(error)] = None
        found = super().seats(game)
        if not found:
            raise StrategyError("; ".join(reasons))
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command, self.seconds)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the computer's move.

        A position that is asked again, and what looks like a fault, is played by a new process.
        Raises StrategyFault if it fails, NoAnswer when its seconds are over, StrategyError if it cannot be driven.
        """
        with self._lock:
            if position in self._seen:
                self._session.repeat(self._seen[position])
                return super().decide(position, rng)
            decision = self._asked(position, rng)
            self._seen[position] = self._session.last
            return decision

    def _asked(self, position: Position, rng: random.Random) -> Decision:
        self._session.mark()
        try:
            return super().decide(position, rng)
        except StrategyError:
            if position.side not in self.seats(position.game):
                raise
            self._session.forget()
            return super().decide(position, rng)

"""The manager's side of the Gomocup protocol: any engine as a strategy.

The commands and their order are those of c-gomoku-cli: ABOUT, START or RECTSTART, the INFO lines, `INFO time_left`
before every move. If k is not 5, or the protocol does not have the board, `INFO k` is sent before the START; engines
that do not know it ignore it.
"""

import random
import time
from collections import deque
from itertools import zip_longest
from typing import Any, Final, Literal

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side
from noughts.core.strategy import Decision
from noughts.errors import EngineError, GameError, IllegalMoveError
from noughts.protocol.external import GRACE_SECONDS, START_SECONDS, External
from noughts.protocol.grammar import (
    MOVE,
    OK,
    OWN,
    TEXT,
    THEIRS,
    Info,
    ManagerCommand,
    Reply,
    Stone,
    cell_at,
    parse_about,
    parse_reply,
    quote,
)
from noughts.protocol.process import Process
from noughts.protocol.server import STANDARD_K, STANDARD_SIZES, UNLIMITED

_ABOUT_SECONDS = 2.0  # an engine need not know this command
_REFUSED_SECONDS = 0.5  # from an ERROR or UNKNOWN to an OK that may still follow
_KEPT_LINES = 50
_MOVE_LIKE = tuple("-0123456789")

Keep = Literal["game", "process", "nothing"]


class Engine:
    """A running engine and the game that it has. Every method raises EngineError if the engine breaks the protocol.

    `about` is its answer to ABOUT; `talk` holds its last lines that are not answers: MESSAGE, DEBUG, SUGGEST, UNKNOWN
    and ERROR lines, and any other.
    """

    def __init__(self, command: str, seconds: float = 1.0) -> None:
        self.process: Final = Process(command)
        self.seconds: Final = seconds
        self.talk: deque[str] = deque(maxlen=_KEPT_LINES)
        self._position: Position | None = None  # of the engine
        self._k = STANDARD_K
        self._knows_restart = True
        self.about = self._ask_about()

    def prepare(self, game: Game) -> None:
        """Begin a game, unless the engine has it already. Raises GameError if it refuses."""
        if self._position is None or self._position.game != game:
            self._start(game)

    def _start(self, game: Game) -> None:
        self._position = None
        if game.k != self._k or game.m not in STANDARD_SIZES:
            self._say(Info("k", str(game.k)))
            self._k = game.k
        start = ("START", (game.m,)) if game.m == game.n else ("RECTSTART", (game.m, game.n))
        self._say(ManagerCommand(*start))
        reply = self._hear(OK, START_SECONDS, "OK")
        if reply.kind != OK:
            raise GameError(f"engine {self.process.command!r} does not play {str(game)!r}: {quote(str(reply), 200)}")
        milliseconds = round(self.seconds * 1000)
        for key, value in (("rule", 0), ("timeout_turn", milliseconds), ("timeout_match", 0), ("max_memory", 0)):
            self._say(Info(key, str(value)))
        self._position = Position(game)

    def move(self, position: Position, follow: bool = True) -> tuple[Move, str]:
        """Return the engine's move in a position that is not over, and its last MESSAGE before the move.

        With `follow`, a position one move after the engine's own is sent as that move, else as the whole board.
        Raises GameError if it does not play the game.
        """
        self.prepare(position.game)
        reply, words = self._ask(position, follow)
        if reply.point is None:
            raise self._error(f"answered {quote(str(reply), 200)}, expected a move")
        cell = cell_at(position.game, *reply.point)
        if cell is None:
            raise self._error(f"played {reply.text}, which is not on the board")
        try:
            self._position = position.play(cell)
        except IllegalMoveError as error:
            raise self._error(f"played {reply.text} at {str(position)!r}: {error}") from None
        return cell, words

    def close(self) -> None:
        """Send END, and kill what is left of the process."""
        self.process.close()

    def _ask(self, position: Position, follow: bool) -> tuple[Reply, str]:
        """Ask for a move: return the answer and the last MESSAGE before it."""
        opened = self._position is not None and self._position.ply > 0  # the first stone is sent by BOARD
        last = _step(self._position, position) if follow and opened else None
        if last is None:
            self._forget(position.game)
        self._position = None  # until it has answered
        self.talk.clear()
        self._say(Info("time_left", str(UNLIMITED)))
        if last is not None:
            row, column = position.game.row_column(last)
            self._say(ManagerCommand("TURN", (column, row)))
        elif not position.ply:
            self._say(ManagerCommand("BEGIN"))
        else:
            self._say(ManagerCommand("BOARD"), *_stones(position), ManagerCommand("DONE"))
        reply = self._hear(MOVE, self.seconds + GRACE_SECONDS, "a move")
        said = [line.partition(" ")[2] for line in self.talk if line.startswith("MESSAGE ")]
        return reply, said[-1] if said else ""

    def _forget(self, game: Game) -> None:
        """Empty the board: by RESTART if the engine knows it, else by another START."""
        if self._position is not None and not self._position.ply:
            return
        if self._knows_restart:
            self._say(ManagerCommand("RESTART"))
            if self._hear(OK, START_SECONDS, "OK").kind == OK:
                return
            self._knows_restart = False
        self._start(game)

    def _say(self, *lines: ManagerCommand | Info | Stone) -> None:
        self.process.send("".join(f"{line}\r\n" for line in lines).encode("ascii"))

    def _hear(self, wanted: str, seconds: float, what: str) -> Reply:
        """Return the wanted line, a garbled move instead of a move, or an ERROR or UNKNOWN that nothing follows.

        Other lines are ignored, as by managers.
        """
        deadline, refusal = time.monotonic() + seconds, None
        while True:
            try:
                line = self.process.read(deadline - time.monotonic(), what)
            except EngineError as error:
                if error.kind != "time-out":
                    raise
                if refusal is not None:
                    return refusal
                said = f" (it said {quote(self.talk[-1])})" if self.talk else ""
                raise self.process.error(f"did not give {what} within {seconds:g} s{said}", "time-out") from None
            reply = parse_reply(line.decode("utf-8", "replace"))
            if reply.kind == wanted or (wanted == MOVE and reply.kind == TEXT and reply.text[:1] in _MOVE_LIKE):
                return reply
            self.talk.append(str(reply))
            if reply.kind in ("ERROR", "UNKNOWN"):
                refusal = reply
                if wanted != MOVE:  # before a move it may answer an INFO, while the engine thinks on
                    deadline = min(deadline, time.monotonic() + _REFUSED_SECONDS)

    def _ask_about(self) -> dict[str, str]:
        """Return the engine's answer to ABOUT, which is optional: empty without an answer."""
        self._say(ManagerCommand("ABOUT"))
        try:
            return parse_about(self._hear(TEXT, _ABOUT_SECONDS, "its name").text)
        except EngineError as error:
            if error.kind != "time-out":
                raise
            return {}

    def _error(self, what: str) -> EngineError:
        return self.process.error(what, "protocol")


class EngineStrategy(External[Engine]):
    """An engine that speaks the Gomocup protocol.

    `command` is written as in a shell, `seconds` are those for a move. `keep` sets what the engine may remember from
    one decision to the next: the `game` (it receives the opponent's move if nothing else is new), the `process` (every
    position is set up again), or `nothing` (a new process each time). A decision depends on the position alone if the
    engine has no other memory and draws no random numbers.
    """

    prefix = what = "engine"

    def __init__(self, command: str, seconds: float = 1.0, keep: Keep = "game") -> None:
        super().__init__(command, seconds)
        self.keep = keep

    @property
    def assumes(self) -> str:
        """The assumption of a proof about the engine."""
        anew = "a new process for" if self.keep == "nothing" else "the board set up anew in"
        return f"{self.name} is deterministic ({anew} every position, {self.seconds:g} s for a move)"

    @property
    def about(self) -> dict[str, str]:
        """The engine's answer to ABOUT: its name, version, author and country, as far as given."""
        with self._lock:
            return dict(self._running().about)

    def supports(self, game: Game) -> bool:
        """Return whether the engine accepts a game; one that does not know `INFO k` plays five in a row."""
        try:
            self._held(lambda engine: engine.prepare(game))
        except GameError:
            return False
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the engine's move. Raises EngineError; GameError if it does not play the game."""
        with self._lock:
            if self.keep == "nothing":
                self.close()
            move, words = self._held(lambda engine: engine.move(position, follow=self.keep == "game"))
        return Decision((move,), reason=f"the engine says: {quote(words, 200)}" if words else "the engine's move")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command, self.seconds, self.keep)  # a copy starts its own process

    def _start(self) -> Engine:
        return Engine(self.command, self.seconds)


def _step(known: Position | None, position: Position) -> Move | None:
    """Return the move from a known position to this one, or None if it is not one move."""
    if known is None or known.game != position.game or known.ply + 1 != position.ply:
        return None
    added = cells_of((position.x | position.o) & ~(known.x | known.o))
    return added[0] if len(added) == 1 and known.play_unchecked(added[0]) == position else None


def _stones(position: Position) -> list[Stone]:
    """Return the lines of a BOARD: the stones in turn, X first, as if played in this order."""
    boards = [(cells_of(position.own), OWN), (cells_of(position.theirs), THEIRS)]
    if position.side is Side.O:
        boards.reverse()  # the side that moved first
    pairs = [[(cell, owner) for cell in cells] for cells, owner in boards]
    ordered = [stone for pair in zip_longest(*pairs) for stone in pair if stone is not None]
    return [Stone(cell % position.game.m, cell // position.game.m, owner) for cell, owner in ordered]

"""The manager's side of the Gomocup protocol: any engine as a strategy.

The commands and their order are those of c-gomoku-cli: ABOUT, START or RECTSTART, the INFO lines, `INFO time_left`
before every move. If k is not 5, or the protocol does not have the board, `INFO k` is sent before the START; engines
that do not know it ignore it.

Some engines drop a command that arrives within 0.2 ms of their move, while their search ends. So an engine that has
thought gets a pause after its move; a RESTART without an answer is sent again, and then to a new process.
"""

import random
import time
from collections import deque
from itertools import zip_longest
from typing import Any, Final, Literal

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side
from noughts.engines.external import GRACE_SECONDS, START_SECONDS, External, started
from noughts.engines.grammar import (
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
)
from noughts.engines.server import EXACT_RULE, STANDARD_K, STANDARD_SIZES
from noughts.engines.timing import UNLIMITED
from noughts.errors import EngineError, GameError
from noughts.players.player import Decision, Notes
from noughts.processes.line_cutter import quote
from noughts.words import Said

_ABOUT_SECONDS = 2.0  # an engine need not know this command
_REFUSED_SECONDS = 0.5  # from an ERROR or UNKNOWN to an OK that may still follow
_RESTART_SECONDS = 1.0, 5.0  # for an OK to RESTART, and to a second one
_PAUSE = 0.001  # seconds from a move to the next command, for an engine that thought as long
_LONG_PAUSE = 0.005  # for an engine that has dropped a command
_KEPT_LINES = 50
_MOVE_LIKE = tuple("-0123456789")

_LEFT: Final = Info("time_left", str(UNLIMITED))

Keep = Literal["game", "process", "nothing"]


class Engine:
    """A running engine and the game that it has. Every method raises EngineError if the engine breaks the protocol.

    `about` is its answer to ABOUT; `talk` holds its last lines that are not answers: MESSAGE, DEBUG, SUGGEST, UNKNOWN
    and ERROR lines, and any other.
    """

    def __init__(self, command: str, seconds: float = 1.0, margin: float = GRACE_SECONDS) -> None:
        self.seconds: Final = seconds
        self.talk: deque[str] = deque(maxlen=_KEPT_LINES)
        self._command, self._most = command, seconds + margin
        self.took = 0.0
        self._knows_restart = True
        self._pause = 0.0  # after every move; with 0, after those that took a while
        self._open()

    def _open(self) -> None:
        self.process = started(self._command)
        self._game: Game | None = None  # that it has, if that is known
        self._stones: tuple[int, int] | None = None  # its own and the other's after its move; None: an empty board
        self._k, self._exact = STANDARD_K, False
        self._ready = 0.0  # the time from which it may get a command
        self.about = self._ask_about()

    def _open_again(self) -> None:
        self.process.kill()
        self._pause = _LONG_PAUSE
        self._open()

    def prepare(self, game: Game) -> None:
        """Begin a game, unless the engine has it already. Raises GameError if it refuses."""
        if self._game is game or self._game == game:
            return
        used = self._stones is not None
        try:
            self._start(game)
        except EngineError as error:
            if error.kind != "time-out" or not used:
                raise
            self._open_again()
            self._start(game)

    def _start(self, game: Game) -> None:
        self._game = None
        if not game.blocking_suffices:
            raise GameError(f"engine {self._command!r} does not play {str(game)!r}: its protocol has no such rule")
        rule = Info("rule", str(EXACT_RULE if game.exact else 0))
        if game.exact != self._exact:
            self._say(rule)  # before START, where `noughts engine` can refuse the game; others expect it after
            self._exact = game.exact
        if game.k != self._k or game.m not in STANDARD_SIZES:
            self._say(Info("k", str(game.k)))
            self._k = game.k
        start = ("START", (game.m,)) if game.m == game.n else ("RECTSTART", (game.m, game.n))
        self._say(ManagerCommand(*start))
        reply = self._hear(OK, START_SECONDS, "OK")
        if reply.kind != OK:
            raise GameError(f"engine {self._command!r} does not play {str(game)!r}: {quote(str(reply), 200)}")
        milliseconds = round(self.seconds * 1000)
        limits = (("timeout_turn", milliseconds), ("timeout_match", 0), ("max_memory", 0))
        self._say(rule, *(Info(key, str(value)) for key, value in limits))
        self._game, self._stones = game, None

    def move(self, position: Position, follow: bool = True) -> tuple[Move, str]:
        """Return the engine's move in a position that is not over, and its last MESSAGE before the move.

        With `follow`, a position one move after the engine's own is sent as that move, else as the whole board; then a
        move that does not come is asked for again, in a new process. Raises GameError if it does not play the game.
        """
        self.took = 0.0
        self.prepare(position.game)
        try:
            reply, words = self._ask(position, follow)
        except EngineError as error:
            if error.kind != "time-out" or follow:
                raise
            self._open_again()
            self.prepare(position.game)
            reply, words = self._ask(position, follow)
        if reply.point is None:
            raise self._error(f"answered {quote(str(reply), 200)}, expected a move")
        cell = cell_at(position.game, *reply.point)
        if cell is None:
            raise self._error(f"played {reply.text}, which is not on the board")
        if not position.empty >> cell & 1:
            name = Said("error.cell-taken", {"cell": position.game.name(cell), "side": position.stone(cell)})
            raise self._error(f"played {reply.text} at {str(position)!r}: {name}")
        self._game, self._stones = position.game, (position.own | 1 << cell, position.theirs)
        return cell, words

    def close(self) -> None:
        """Send END, and kill what is left of the process."""
        self.process.close(b"END\n")

    def _ask(self, position: Position, follow: bool) -> tuple[Reply, str]:
        """Ask for a move: return the answer and the last MESSAGE before it."""
        last = self._next(position) if follow else None
        if last is None:
            self._forget(position.game)
        self._game = None  # until it has answered
        self.talk.clear()
        if last is not None:
            row, column = position.game.row_column(last)
            self._say(_LEFT, ManagerCommand("TURN", (column, row)))
        elif not position.ply:
            self._say(_LEFT, ManagerCommand("BEGIN"))
        else:
            self._say(_LEFT, ManagerCommand("BOARD"), *_stones(position), ManagerCommand("DONE"))
        began = time.monotonic()
        try:
            reply = self._hear(MOVE, self._most, "a move")
        finally:
            now = time.monotonic()
            self.took = now - began
        self._ready = now + max(self._pause, _PAUSE if self.took >= _PAUSE else 0.0)
        message = next((line for line in reversed(self.talk) if line.startswith("MESSAGE ")), "") if self.talk else ""
        return reply, message.partition(" ")[2]

    def _next(self, position: Position) -> Move | None:
        """Return the move that leads from the engine's board to a position; None if it is not one move.

        The first stone of a game is sent by BOARD.
        """
        if self._stones is None or self._stones[0] != position.own:
            return None
        before, now = self._stones[1], position.theirs
        added = now & ~before
        return added.bit_length() - 1 if added.bit_count() == 1 and before | added == now else None

    def _forget(self, game: Game) -> None:
        """Empty the board: by RESTART if the engine knows it, else by another START."""
        if self._stones is None or (self._knows_restart and self._restart()):
            return
        self._game = None
        self.prepare(game)

    def _restart(self) -> bool:
        """Send RESTART, and once more if it was dropped; return whether the engine has emptied its board by it.

        An engine that answers neither is started anew.
        """
        for seconds in _RESTART_SECONDS:
            self._say(ManagerCommand("RESTART"))
            try:
                self._knows_restart = self._hear(OK, seconds, "OK").kind == OK
            except EngineError as error:
                if error.kind != "time-out":
                    raise
                self._pause = _LONG_PAUSE
                continue
            if self._knows_restart:
                self._stones = None
            return self._knows_restart
        self._knows_restart = False
        self._open_again()
        return False

    def _say(self, *lines: ManagerCommand | Info | Stone) -> None:
        if self._ready > (now := time.monotonic()):
            time.sleep(self._ready - now)
        self.process.send("".join(f"{line}\r\n" for line in lines).encode("ascii"))

    def _hear(self, wanted: str, seconds: float, what: str) -> Reply:
        """Return the wanted line, a garbled move instead of a move, or an ERROR or UNKNOWN that nothing follows.

        Other lines are ignored, as by managers.
        """
        deadline, refusal = time.monotonic() + seconds, None
        while True:
            line = self.process.read(deadline - time.monotonic(), f", expected {what}")
            if line is None and refusal is not None:
                return refusal
            if line is None:
                last = f" (it said {quote(self.talk[-1])})" if self.talk else ""
                raise self.process.error(f"did not give {what} within {seconds:g} s{last}", "time-out")
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

    def __init__(self, command: str, seconds: float = 1.0, keep: Keep = "game", margin: float = GRACE_SECONDS) -> None:
        super().__init__(command, seconds, margin)
        self.keep = keep

    @property
    def notes(self) -> Notes:
        """The assumption of a proof about the engine."""
        anew = "a new process for" if self.keep == "nothing" else "the board set up anew in"
        return Notes(assumes=f"{self.name} is deterministic ({anew} every position, {self.seconds:g} s for a move)")

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
        reason = Said("reason.engine-says", {"words": quote(words, 200)}) if words else Said("reason.engine")
        return Decision((move,), reason=reason)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command, self.seconds, self.keep, self.margin)  # a copy starts its own process

    def _start(self) -> Engine:
        return Engine(self.command, self.seconds, self.margin)


def _stones(position: Position) -> list[Stone]:
    """Return the lines of a BOARD: the stones in turn, X first, as if played in this order."""
    boards = [(cells_of(position.own), OWN), (cells_of(position.theirs), THEIRS)]
    if position.side is Side.O:
        boards.reverse()  # the side that moved first
    pairs = [[(cell, owner) for cell in cells] for cells, owner in boards]
    ordered = [stone for pair in zip_longest(*pairs) for stone in pair if stone is not None]
    return [Stone(cell % position.game.m, cell // position.game.m, owner) for cell, owner in ordered]

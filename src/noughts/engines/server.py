"""The engine's side of the Gomocup protocol, without its pipes: a line in, lines out."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from noughts.core.budget import Budget
from noughts.core.game import MAX_SIDE, Game, Move
from noughts.core.position import Position
from noughts.engines.grammar import (
    OTHER,
    OWN,
    THEIRS,
    Info,
    Malformed,
    ManagerCommand,
    Stone,
    Unknown,
    cell_at,
    parse_command,
    point_text,
)
from noughts.engines.timing import UNLIMITED, TimeControl
from noughts.errors import NoughtsError
from noughts.players.player import Strategy, as_player, consult, require_support, supports
from noughts.processes.line_cutter import quote

# The player for a move within a budget; `Budget()` before a game, for the question whether it plays this game: it may
# take a while to load there.
StrategyFor = Callable[[Budget], Strategy]

STANDARD_K, STANDARD_SIZES = 5, range(5, 23)  # five in a row, on the square boards that the protocol knows
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
EXACT_RULE: Final = 1  # the bit of INFO rule for exactly five
_RULES: Final = {2: "continuous game", 4: "renju", 8: "caro"}  # the others, which are not played here
_WANTED: Final = {"START": "a size", "RECTSTART": "columns,rows", "TURN": "x,y", "TAKEBACK": "x,y"}


def _central(position: Position) -> Move:
    """Return the free cell nearest to the middle: the move in place of a strategy that fails.

    >>> _central(Position(Game(3, 3, 3))), _central(Position(Game(3, 3, 3)).play(4)), _central(Position(Game(5, 1, 3)))
    (4, 1, 2)
    """
    game = position.game

    def distance(cell: Move) -> int:
        row, column = game.row_column(cell)
        return abs(2 * row - game.n + 1) + abs(2 * column - game.m + 1)

    return min(position.legal_moves, key=distance)


class Server:
    """An engine: `feed` takes a manager's line and returns the answer lines.

    Its state is the game, the stones, and the time that the manager gives. No line of a manager makes it raise. If the
    strategy fails, the answer is an ERROR line and a legal move. With a `seed` the same position always gets the same
    move, unless the strategy's move depends on the clock.
    """

    def __init__(
        self,
        strategy_for: StrategyFor,
        *,
        version: str = "0",
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.ended = False
        self._strategy_for, self._time = strategy_for, TimeControl(clock)
        self._seed = seed
        self._about = f'name="noughts", version="{version}", author="the noughts authors", country="-"'
        self._k: int | None = None  # from INFO k
        self._exact = False  # from INFO rule
        self._position: Position | None = None
        self._board: list[Stone] | None = None  # the lines of a BOARD so far
        self._board_fault = ""

    def feed(self, line: str) -> list[str]:
        """Return the lines that answer a line; none if no answer is due."""
        command = parse_command(line)
        if self.ended or command == Unknown(""):
            return []
        if isinstance(command, Info):
            return self._inform(command.key, command.value)
        if self._board is not None and isinstance(command, Stone | Malformed | Unknown):
            self._collect(command)
            return []
        if isinstance(command, Malformed):
            return [f"ERROR {quote(command.text)}: {command.verb} takes {_WANTED.get(command.verb, 'nothing')}"]
        if not isinstance(command, ManagerCommand):
            return [f"UNKNOWN {quote(line.strip())}"]
        stones, self._board = self._board, None  # any other command ends an unfinished BOARD
        try:
            return self._done(stones) if command.verb == "DONE" else self._obey(command.verb, *command.numbers)
        except NoughtsError as error:
            return [_error(error)]

    def _obey(self, verb: str, *numbers: int) -> list[str]:
        match verb, numbers:
            case "START", (size,):
                return self._start(size)
            case "RECTSTART", (columns, rows):
                return self._open(self._rules(columns, rows))
            case "RESTART", _:
                game = self._game()
                return self._open(self._rules(game.m, game.n))
            case "BEGIN", _:
                return self._begin()
            case "TURN", (column, row):
                return self._answer(self._now().play(self._cell(column, row)))
            case "BOARD", _:
                self._board, self._board_fault = [], ""
            case "TAKEBACK", (column, row):
                return self._take_back(column, row)
            case "ABOUT", _:
                return [self._about]
            case "END", _:
                self.ended = True
        return []

    def _start(self, size: int) -> list[str]:
        if self._k is None and size not in STANDARD_SIZES:
            return [f"ERROR boards for five in a row are {STANDARD_SIZES[0]} to {STANDARD_SIZES[-1]}, not {size}"]
        return self._open(self._rules(size, size))

    def _rules(self, columns: int, rows: int) -> Game:
        return Game(columns, rows, self._k or STANDARD_K, exact=self._exact)

    def _open(self, game: Game) -> list[str]:
        player = as_player(self._strategy_for(Budget()))
        require_support(player, game)
        player.prepare(game)
        self._position = Position(game)
        self._time.restart()
        return ["OK"]

    def _begin(self) -> list[str]:
        if self._now().ply:
            raise NoughtsError("BEGIN needs an empty board")
        return self._answer(self._now())

    def _take_back(self, column: int, row: int) -> list[str]:
        """Remove a stone of the side that moved last: the position does not tell which stone was last."""
        position, cell = self._now(), self._cell(column, row)
        if not position.theirs >> cell & 1:
            raise NoughtsError(f"TAKEBACK {column},{row}: that is not the last move")
        stones = [[c for c in range(position.game.cells) if b >> c & 1 and c != cell] for b in (position.x, position.o)]
        self._position = Position.from_stones(position.game, *stones)
        return ["OK"]

    def _collect(self, line: Stone | Malformed | Unknown) -> None:
        """Collect a line of a BOARD; lines beyond the cells of the largest board are dropped."""
        assert self._board is not None
        if not isinstance(line, Stone):
            self._board_fault = self._board_fault or f"{quote(line.text)} in a BOARD: expected x,y,f or DONE"
        elif len(self._board) <= MAX_SIDE * MAX_SIDE:
            self._board.append(line)

    def _done(self, stones: list[Stone] | None) -> list[str]:
        if stones is None:
            raise NoughtsError("DONE without a BOARD")
        game = self._game()
        if self._board_fault:
            raise NoughtsError(self._board_fault)
        cells: dict[int, list[Move]] = {OWN: [], THEIRS: []}
        for stone in stones:
            if stone.owner == OTHER:
                raise NoughtsError(f"{quote(str(stone))}: such cells belong to rules that are not played here")
            if stone.owner not in cells:
                raise NoughtsError(f"{quote(str(stone))}: the stone is 1 (own) or 2 (the opponent's)")
            cells[stone.owner].append(self._cell(stone.column, stone.row))
        own, theirs = cells[OWN], cells[THEIRS]
        if len(own) > len(theirs):
            raise NoughtsError(f"{len(own)} own stones to {len(theirs)} of the opponent's: it is not our move")
        x, o = (own, theirs) if len(own) == len(theirs) else (theirs, own)  # X has moved first
        return self._answer(Position.from_stones(game, x, o))

    def _answer(self, position: Position) -> list[str]:
        """Set the position and make a move in it."""
        self._position = position
        if position.outcome is not None:
            raise NoughtsError(f"no move: the game is over ({position.outcome})")
        began, complaint = self._time.now(), []
        budget = self._time.budget(position.game, position.ply)
        rng = random.Random(None if self._seed is None else f"{self._seed} {position!r}")
        try:
            player = self._strategy_for(budget)
            if not supports(player, position.game):
                player = self._strategy_for(Budget())  # the one that was asked plays it
            move = consult(player, position, rng).choose(rng)
        except NoughtsError as error:
            move, complaint = _central(position), [_error(error)]
        self._time.moved(began, budget)
        self._position = position.play(move)
        return [*complaint, point_text(position.game, move)]

    def _inform(self, key: str, value: str) -> list[str]:
        """Apply an INFO. Keys without effect on the play (memory, folder, ...) are ignored."""
        if not _NUMBER.fullmatch(value):
            return []
        number = min(int(value), UNLIMITED)
        match key:
            case "timeout_turn" | "timeout_match" | "time_left":
                self._time.inform(key, number)
            case "rule":
                return self._set_rule(number)
            case "k":
                return self._set_k(number)
        return []

    def _set_rule(self, number: int) -> list[str]:
        """Set whether an overline wins, for later games, and for this one if no stone is on the board."""
        self._exact = bool(number & EXACT_RULE)
        messages, k = [], self._k or STANDARD_K
        if names := [name for bit, name in _RULES.items() if number & bit]:
            wins = f"exactly {k} in a row win" if self._exact else f"{k} or more in a row win"
            messages.append(f"MESSAGE rule {number} ({', '.join(names)}) is not played here: any free cell, {wins}")
        if self._position is not None and not self._position.ply and self._position.game.exact != self._exact:
            try:
                self._open(replace(self._position.game, exact=self._exact))
            except NoughtsError as error:
                messages.append(f"MESSAGE INFO rule is ignored in this game: {quote(str(error), 200)}")
        return messages

    def _set_k(self, k: int) -> list[str]:
        """Set k for later games, and for this one if no stone is on the board."""
        before, self._k = self._k, k
        if self._position is None or self._position.ply:
            return []
        try:
            self._open(self._rules(self._position.game.m, self._position.game.n))
        except NoughtsError as error:
            self._k = before
            return [f"MESSAGE INFO k is ignored: {quote(str(error), 200)}"]
        return []

    def _now(self) -> Position:
        if self._position is None:
            raise NoughtsError("no game: expected START or RECTSTART first")
        return self._position

    def _game(self) -> Game:
        return self._now().game

    def _cell(self, column: int, row: int) -> Move:
        game = self._game()
        cell = cell_at(game, column, row)
        if cell is None:
            raise NoughtsError(f"no point {column},{row}: expected 0,0 to {game.m - 1},{game.n - 1}")
        return cell


def _error(error: NoughtsError) -> str:
    text = " ".join(str(error).split())
    return f"ERROR {text[:300]}".encode("ascii", "backslashreplace").decode("ascii")

"""The time that a manager allows, and how an engine spends it: never more than there is, most of it before the end."""

import time
from collections import deque
from collections.abc import Callable

from noughts.core.budget import Budget
from noughts.core.game import Game

UNLIMITED = 2_147_483_647  # a manager's value for no limit, in ms
LEAST_SECONDS = 0.002  # for a move, where none are left
_TURN_SECONDS = 5.0  # for a move, if the manager gives no time
_PIPES = 0.03  # seconds reserved for the pipes, at least
_SHARE, _MOST = 0.05, 0.8  # of the time for a turn: reserved besides, and reserved at most
_REMEMBERED = 60  # moves: their lateness says what to reserve for the next
_LONGEST_LOST = 1.0  # seconds in the pipes of a move; more is a change of the limit
_CAUTION = 1.5  # times the largest lateness
_STRETCH = 4  # times the average may go to a move, if its search goes on changing its mind
_LENGTHS = {3: 8, 4: 14, 5: 40}  # plies of a game on a large board, by k; with a larger k it fills the board
_FILLED = 0.6  # of the cells of a board that may be filled: fewer, as shorter games need the time too
_FEWEST = 8  # moves to come of one side, in a game that has lasted longer than most
_THINKING = 0.5  # of the moves, measured: the others answer a threat or continue a known win, and take no time
_LEAST_COST = 0.005  # seconds of any move: a game that fills the board must not run out of time either
_LONG = 80  # moves to come of one side, that may be late as the last ones were


def moves_to_come(game: Game, ply: int) -> int:
    """Return for how many moves of its own the side to move keeps time, itself included.

    >>> moves_to_come(Game(15, 15, 5), 0), moves_to_come(Game(15, 15, 5), 40), moves_to_come(Game(3, 3, 3), 4)
    (20, 8, 3)
    """
    most = (game.cells - ply + 1) // 2
    return max(1, min(most, max(_FEWEST, (_usual_length(game) - ply) // 2)))


def _usual_length(game: Game) -> int:
    """Return how many plies three games of four between equal players last: measured for `search` against itself."""
    is_large = min(game.m, game.n) > 2 * game.k
    return _LENGTHS[game.k] if is_large and game.k in _LENGTHS else round(_FILLED * game.cells)


class TimeControl:
    """The limits that a manager has set, what is left of them, and how late the last moves have been."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn: float | None = None  # seconds
        self._match = self._left = UNLIMITED  # ms
        self._spent = 0.0  # seconds, since `_left` was set
        self._late = deque[float](maxlen=_REMEMBERED)

    def inform(self, key: str, number: int) -> None:
        """Apply an INFO about time, in milliseconds."""
        match key:
            case "timeout_turn":
                self._turn = max(0, number) / 1000
            case "timeout_match":
                self._match = number if number > 0 else UNLIMITED
                self.restart()
            case "time_left":
                if self._late and self._left < UNLIMITED:  # what the manager has counted more is lost in the pipes
                    more = (self._left - number) / 1000 - self._spent
                    self._late[-1] += min(_LONGEST_LOST, max(0.0, more))
                self._left, self._spent = number, 0.0

    def restart(self) -> None:
        """Begin a game, with the whole time of a match."""
        self._left, self._spent = self._match, 0.0

    def budget(self, game: Game, ply: int) -> Budget:
        """Return the seconds for the move after `ply` plies, at most and on average.

        Without a limit for the game there is no average: what is left of a turn cannot be kept for another.

        >>> time = TimeControl()
        >>> time.inform("timeout_turn", 1000)
        >>> time.budget(Game(15, 15, 5), 0).seconds
        0.92
        """
        reserve = max(_PIPES, _CAUTION * max(self._late, default=0.0))
        left = None if self._left >= UNLIMITED else self._left / 1000 - self._spent
        turn = self._turn
        if turn is None:
            turn = _TURN_SECONDS if left is None else max(0.0, left)
        most = max(LEAST_SECONDS, round(turn - min(_SHARE * turn + reserve, _MOST * turn), 4))
        if left is None:
            return Budget(seconds=most)
        kept = reserve + self._kept_for_a_long_game(game.cells - ply)
        mean = (left - kept) / max(1.0, _THINKING * moves_to_come(game, ply))
        seconds = max(LEAST_SECONDS, min(most, _STRETCH * mean, (left - kept) / 2))
        return Budget(seconds=seconds, soft=max(LEAST_SECONDS, min(seconds, mean)))

    def _kept_for_a_long_game(self, free: int) -> float:
        """Return the seconds of moves that take no time: a little for each, and what the last ones were late."""
        moves = (free + 1) // 2
        lost = min(moves, _LONG) * sum(self._late) / max(1, len(self._late))
        total = self._match if self._match < UNLIMITED else self._left
        return moves * _LEAST_COST + min(lost, total / 2000)  # with more, there would be no time to think

    def now(self) -> float:
        """Return the time in seconds."""
        return self._clock()

    def moved(self, began: float, budget: Budget) -> None:
        """Count a move that began at a time, and had a budget."""
        took = self._clock() - began
        self._spent += took
        self._late.append(max(0.0, took - (budget.seconds or 0.0)))

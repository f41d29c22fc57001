"""One game between two players. A player that fails loses, with the reason in the record."""

import random

from noughts.arena.openings import Opening
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import LimitExceeded, NoAnswer, NoughtsError, StrategyFault
from noughts.players.player import Strategy, consult

_FORFEITS = "forfeits"  # the ending of such a game is `X forfeits: reason`


def play_game(
    game: Game,
    x: Strategy,
    o: Strategy,
    opening: Opening,
    seed: str,
    names: tuple[str, str] | None = None,
    judged: Side | None = None,
) -> Record:
    """Return the record of one game that begins with `opening`; the same seed gives the same game.

    A player that raises (a crash, a time-out, a limit), names no move or an illegal one loses the game:
    `ending` is `X forfeits: ` and the reason. Where only the clock of a program is over there is no result. For a
    verdict on the side that is `judged` a LimitExceeded is raised, and any error of this side but a StrategyFault.

    >>> from noughts.strategies.registry import load
    >>> play_game(Game(3, 3, 3), load("first"), load("first"), (), "a seed").result
    'X'
    """
    rng = random.Random(seed)
    players = {Side.X: x, Side.O: o}
    names = names or (x.name, o.name)
    position, moves = Position(game), list(opening)
    for move in opening:
        position = position.play(move)
    side = position.side
    while position.outcome is None:
        try:
            move = consult(players[side], position, rng).choose(rng)
        except NoughtsError as error:
            is_fault = isinstance(error, StrategyFault) or (side is not judged and not isinstance(error, LimitExceeded))
            if judged is not None and not is_fault:
                raise
            if isinstance(error, NoAnswer) and error.by_clock:
                return Record(game, tuple(moves), names, None, str(error))
            reason = "; it wrote: ".join([str(error), *getattr(error, "stderr", ())[-1:]])
            return Record(game, tuple(moves), names, side.opponent.value, f"{side} {_FORFEITS}: {reason}")
        position, side = position.play_unchecked(move), side.opponent
        moves.append(move)
    return Record.of_final(position, tuple(moves), names)


def forfeit(record: Record) -> Side | None:
    """Return the side that lost by failing, or None."""
    return next((side for side in Side if record.ending.startswith(f"{side} {_FORFEITS}: ")), None)

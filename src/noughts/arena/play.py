"""Games between two players, one or many: who fails loses, with the reason in the record."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from noughts.arena.measurement import Measurement
from noughts.arena.openings import EMPTY, Opening
from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, NoAnswer, NoughtsError, StrategyFault
from noughts.players.player import Decision, Player, Strategy, Wrapped, as_player, consult, require_support

_DRAWN = 12  # games, of which examples are chosen
_SHOWN = 6
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


def measure(
    strategy: Strategy,
    opponent: Strategy,
    game: Game,
    seat: Side,
    *,
    games: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] = lambda played: None,
) -> Measurement:
    """Return the results of `games` games; the same seed gives the same games. Who breaks the rules loses.

    Raises GameError where one does not play the game, StrategyError where the strategy cannot be asked, LimitExceeded:
    NoAnswer, unless the player is a `Contestant`.
    """
    strategy, opponent = (require_support(player, game) for player in (strategy, opponent))
    x, o = (strategy, opponent) if seat is Side.X else (opponent, strategy)
    counts = {seat.value: 0, "draw": 0, seat.opponent.value: 0}
    lost: Moves | None = None
    failed, failures, opponent_failed = "", 0, ""
    for played in range(games):
        record = play_game(game, x, o, (), f"{strategy.name} {seat} {seed} {played}", judged=seat)
        failure = forfeit(record)
        if failure is seat.opponent:
            opponent_failed = record.ending
            break
        counts[str(record.result)] += 1
        if failure is seat:
            failed, failures = failed or record.ending, failures + 1
        elif record.result == seat.opponent.value and (lost is None or len(record.moves) < len(lost)):
            lost = Moves(game, record.moves)
        progress(played + 1)
    return Measurement(
        strategy.name, game, seat, seed, Tally(*counts.values()), lost, failed, failures, opponent_failed
    )


class Contestant(Wrapped, same=True):
    """A player that breaks the rules where it gives no answer within its limit of processor time.

    Where only the clock is over, its NoAnswer passes: the machine may be to blame.
    """

    def started_again(self) -> "Contestant | None":
        """Return it in a second process, where there is one."""
        second = self.player.started_again()
        return None if second is None else Contestant(second)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the player's decision."""
        try:
            return self.player.decide(position, rng)
        except NoAnswer as error:
            if error.by_clock:
                raise
            raise StrategyFault(error.said, "endless") from None


@dataclass
class Lateness:
    """A player's moves, and those that came after their time: how many, by how many seconds in all and at most.

    >>> found = Lateness()
    >>> for beyond in (-0.5, 0.25, 0.75):
    ...     found.count(beyond)
    >>> found, found.mean
    (Lateness(moves=3, late=2, seconds=1.0, most=0.75), 0.5)
    """

    moves: int = 0
    late: int = 0
    seconds: float = 0.0
    most: float = 0.0

    def count(self, beyond: float) -> None:
        """Count a move that came `beyond` seconds after its time; below zero: before it."""
        self.moves += 1
        if beyond > 0:
            self.late += 1
            self.seconds += beyond
            self.most = max(self.most, beyond)

    def add(self, other: "Lateness") -> None:
        """Count the moves of another."""
        self.moves += other.moves
        self.late += other.late
        self.seconds += other.seconds
        self.most = max(self.most, other.most)

    @property
    def mean(self) -> float:
        """The seconds of a late move on average; 0 if none was late."""
        return self.seconds / self.late if self.late else 0.0


class Clocked(Wrapped):
    """A player with a time limit, and how late its moves were.

    What a move took is measured here, unless the player says it itself, as `took`: it knows what was not its thought.
    """

    def __init__(self, player: Strategy) -> None:
        super().__init__(as_player(player))
        self.late = Lateness()

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the player's decision."""
        began = perf_counter()
        try:
            return self.player.decide(position, rng)
        finally:
            took = self.player.took
            self.late.count((perf_counter() - began if took is None else took) - self.player.seconds)


def examples(
    x: Player, o: Player, game: Game, openings: Sequence[Opening] = (EMPTY,), names: tuple[str, str] | None = None
) -> list[Record]:
    """Return examples of what X and O play; always the same ones.

    >>> from noughts.strategies.registry import load
    >>> [record.result for record in examples(load("first"), load("first"), Game(3, 3, 3))]
    ['X']
    """
    return chosen_examples(
        play_game(game, x, o, openings[number % len(openings)], f"example {number}", names) for number in range(_DRAWN)
    )


def chosen_examples(records: Iterable[Record]) -> list[Record]:
    """Return a few of these games, no two alike: the first of each result, then others in their order."""
    different: dict[tuple[int, ...], Record] = {}
    for record in records:
        if record.result is not None:
            different.setdefault(record.moves, record)
    results: dict[str | None, Record] = {}
    for record in different.values():
        results.setdefault(record.result, record)
    first = list(results.values())
    return [*first, *(record for record in different.values() if record not in first)][:_SHOWN]

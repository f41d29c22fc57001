"""A measurement: the sampled results of a strategy in one seat against another. All sampling is done here."""

from collections.abc import Callable

from noughts.arena.measurement import Measurement
from noughts.arena.play import forfeit, play_game
from noughts.core.game import Game, Moves
from noughts.core.position import Side
from noughts.core.tally import Tally
from noughts.players.player import Strategy, require_support


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

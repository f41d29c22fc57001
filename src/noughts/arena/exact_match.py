"""The exact result of two strategies: every game that their moves allow, with its probability."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from math import inf
from time import monotonic

from noughts.arena.openings import Opening
from noughts.arena.play import Contestant
from noughts.arena.ratings import PairResult
from noughts.core import show
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.tally import Tally
from noughts.errors import GameError, LimitExceeded, NoAnswer, StrategyError
from noughts.players.player import Player, Strategy, require_support
from noughts.prove.ledger import Ledger
from noughts.walk import Decided, walk
from noughts.words import Said

MAX_POSITIONS = 50_000_000


@dataclass(frozen=True)
class ExactResult:
    """The computed result of X against O: `chances` are those of X.

    `positions`: distinct positions that were decided. `forfeits`: for each side whose strategy can fail, the
    probability that it loses for this reason (part of `chances`) and the first message.
    """

    chances: Tally[Fraction]
    positions: int
    forfeits: dict[Side, tuple[Fraction, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class ExactMatch:
    """The exact results of several players over equally likely openings: `results` has each (X, O), by numbers."""

    game: Game
    names: tuple[str, ...]
    openings: Sequence[Opening]
    results: Mapping[tuple[int, int], ExactResult]

    def head_to_heads(self) -> dict[tuple[int, int], Tally[Fraction]]:
        """Return the chances of every two players, seen by the first: half as X, half as O."""
        chances = {}
        for first, second in combinations(range(len(self.names)), 2):
            both = self.results[first, second].chances + self.results[second, first].chances.reversed
            chances[first, second] = Tally(both.win / 2, both.draw / 2, both.loss / 2)
        return chances

    def pair_results(self) -> list[PairResult]:
        """Return the same chances, for the ratings."""
        return [PairResult(*pair, *map(float, vars(tally).values())) for pair, tally in self.head_to_heads().items()]

    def _repr_html_(self) -> str:
        """What a notebook shows: the chances of every two players."""
        rows = [
            (self.names[first], self.names[second], *vars(chances).values())
            for (first, second), chances in self.head_to_heads().items()
        ]
        head = ("first", "second", "the first wins", "draw", "the second wins")
        return show.table(f"{self.game}: exact chances", head, rows)


def exact_match(
    players: Mapping[str, Player],
    game: Game,
    openings: Sequence[Opening] = ((),),
    *,
    max_positions: int = MAX_POSITIONS,
    seconds: float = inf,
    progress: Callable[[str, str, int], None] = lambda x, o, positions: None,
) -> ExactMatch:
    """Return the exact results of several players, by their names; `seconds` are those of all together.

    Raises StrategyError and LimitExceeded, which say why the results can only be sampled.
    """
    if noisy := [name for name, player in players.items() if player.noisy]:
        raise StrategyError(Said("error.draws-itself", {"player": noisy[0]}))
    if engines := [name for name, player in players.items() if player.notes.assumes]:
        raise StrategyError(Said("error.may-vary", {"player": engines[0]}))
    names, end, results = tuple(players), monotonic() + seconds, {}
    for x, o in permutations(names, 2):
        try:
            results[names.index(x), names.index(o)] = exact(
                players[x],
                players[o],
                game,
                openings,
                max_positions=max_positions,
                seconds=end - monotonic(),
                progress=partial(progress, x, o),
            )
        except NoAnswer:
            raise
        except LimitExceeded as error:
            raise LimitExceeded(Said("error.of-pair", {"x": x, "o": o, "reason": error.said})) from None
    return ExactMatch(game, names, openings, results)


def exact(
    x: Strategy,
    o: Strategy,
    game: Game,
    openings: Sequence[Opening] = ((),),
    *,
    max_positions: int = MAX_POSITIONS,
    seconds: float = inf,
    progress: Callable[[int], None] = lambda positions: None,
) -> ExactResult:
    """Return the result of X against O over equally likely openings; the time grows with the number of positions.

    A strategy that fails in a position loses there. Afterwards both are asked again for a sample of their decisions.
    Raises GameError where one does not play the game, StrategyError where one is noisy, draws random numbers or answers
    otherwise when it is asked again, LimitExceeded beyond `max_positions` or `seconds`, NoAnswer where the
    clock of one is over.

    >>> from noughts.strategies.random_player import Random
    >>> vars(exact(Random(), Random(), Game(3, 3, 3)).chances)
    {'win': Fraction(737, 1260), 'draw': Fraction(8, 63), 'loss': Fraction(121, 420)}
    """
    players = {side: Contestant(require_support(player, game)) for side, player in ((Side.X, x), (Side.O, o))}
    for player in players.values():
        if player.noisy:
            raise StrategyError(Said("error.noisy-match", {"player": repr(player.name)}))
    end, positions = monotonic() + seconds, 0
    ledgers = {side: Ledger(player, game) for side, player in players.items()}

    def report(decided: int, reached: int = 0) -> None:
        if positions + decided > max_positions:
            raise LimitExceeded(Said("error.many-positions-between", {"most": max_positions}))
        if monotonic() > end:
            raise LimitExceeded(Said("error.long-to-compute"))
        progress(positions + decided)

    def record(decisions: Sequence[Decided]) -> None:
        if decisions:
            x, o, _ = decisions[0]  # all of them have the same side to move
            ledgers[Side.X if x.bit_count() == o.bit_count() else Side.O].record(decisions)

    ended: dict[Side | None, Fraction] = dict.fromkeys((*Side, None), Fraction(0))
    forfeits: dict[Side, tuple[Fraction, str]] = {}
    for ply in walk(game, players, openings, forfeits=(StrategyError, GameError), progress=report, record=record):
        ledgers[ply.side].note(ply.step.unequal)
        positions += len(ply.frontier)
        for winner, (_, chance) in ply.step.ended.items():
            ended[winner] += chance
        if ply.step.failed is not None and ply.step.faults is not None:
            _, chance = ply.step.failed
            _, error = ply.step.faults.earliest()
            sofar, first = forfeits.get(ply.side, (Fraction(0), str(error)))
            forfeits[ply.side] = sofar + chance, first
            ended[ply.side.opponent] += chance
    for ledger in ledgers.values():
        ledger.ask_again(report=lambda done: report(0))
    return ExactResult(Tally(ended[Side.X], ended[None], ended[Side.O]), positions, forfeits)

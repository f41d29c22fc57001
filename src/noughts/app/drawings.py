"""The plan and the poster of a strategy as SVG, without click: what `noughts plan --svg` and `noughts poster` write."""

import random
from dataclasses import dataclass
from typing import Literal, Self

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.drawing import Svg, Theme
from noughts.drawing.poster import Poster
from noughts.drawing.sheet import sheet
from noughts.errors import StrategyError
from noughts.players.player import Decision, Player, Wrapped, require_support
from noughts.prove import Proof, prove
from noughts.prove.ledger import remembered
from noughts.prove.plan import NoPlan, Plan, plan_of
from noughts.results.notes import notes
from noughts.walk import decided
from noughts.words import Said, Words

EqualMoves = Literal["refuse", "first"]
_SECONDS = 20.0  # for the proof that no plan of the strategy is smaller


def drawing(kind: str, strategy: Player, game: Game, side: Side) -> str:
    """Return a `plan` or a `poster`. Raises NoughtsError where there is none: a strategy that can lose has no plan."""
    require_support(strategy, game)
    if kind == "poster":
        return str(ProvedPoster.of(strategy, game, side, "first").svg("auto"))
    outcome = plan_of(strategy, game, side, budget=Budget(seconds=_SECONDS))
    if isinstance(outcome, NoPlan):
        values = {"strategy": repr(strategy.name), "game": game}
        raise StrategyError(Said(f"error.no-plan-{side.seat}", values))
    return plan_sheet(outcome)


@dataclass(frozen=True)
class ProvedPoster:
    """The complete plan of a strategy in a seat, with what its proof says; `games`: their number on the sheet."""

    poster: Poster
    title: str
    claim: str
    games: int

    @classmethod
    def of(cls, strategy: Player, game: Game, side: Side, equal: EqualMoves) -> Self:
        """Return the poster of a strategy. Raises StrategyError."""
        single = OneAnswer(strategy, equal)
        poster = Poster.of(game, side, single.answer)
        proof = prove(single, game, side)
        assert proof.games == poster.games  # counted in two ways
        title, claim = _title(single.words, game, side), _claim(proof, strategy)
        return cls(poster, str(title), str(claim), proof.games.total)

    def svg(self, theme: Theme) -> Svg:
        """Return the sheet as SVG."""
        return self.poster.svg(self.title, self.claim, theme)


def plan_sheet(plan: Plan) -> str:
    """Return the picture of all positions to learn."""
    shown = [(lesson.position, lesson.move) for lesson in plan.to_learn]
    about = Said("sheet.plan-obvious" if plan.skip_obvious else "sheet.plan", {"count": len(shown)})
    return str(sheet(shown, title_of(plan), str(about)))


def title_of(plan: Plan | NoPlan) -> str:
    """Return the title of a plan: whose it is, on which board, in which seat."""
    whose = Said("sheet.smallest" if isinstance(plan, NoPlan) or plan.smallest else "sheet.a-plan")
    return str(_title(plan.strategy or whose, plan.game, plan.seat))


def _title(plan: Words, game: Game, side: Side) -> Said:
    return Said("sheet.title", {"plan": plan, "game": game, "seat": Said(f"seat.{side.seat}")})


class OneAnswer(Wrapped):
    """A strategy that plays one move in each position: the only one of another strategy, or the first."""

    name: str
    words: Words
    """Its name on the sheet."""

    def __init__(self, strategy: Player, equal: EqualMoves) -> None:
        if strategy.noisy:
            raise StrategyError(Said("error.poster-of-draws", {"strategy": repr(strategy.name)}))
        super().__init__(remembered(strategy))
        self.equal, self.name, self.words = equal, strategy.name, strategy.name

    def started_again(self) -> "OneAnswer | None":
        """Return the same strategy in another process, if it has a process of its own."""
        again = self.player.started_again()
        return None if again is None else OneAnswer(again, self.equal)

    def answer(self, position: Position) -> Move:
        """Return the move. Raises StrategyError where there are several, and the first was not asked for."""
        moves = decided(self.player, position)
        if len(moves) > 1 and self.equal == "refuse":
            first, second = map(position.game.name, sorted(moves)[:2])
            where = {"strategy": repr(self.player.name), "position": repr(str(position))}
            values = {**where, "count": len(moves), "first": first, "second": second}
            raise StrategyError(Said("error.poster-chooses", values))
        if len(moves) > 1:
            self.words = Said("sheet.first-of-equal", {"name": self.player.name})
        return min(moves)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision((self.answer(position),))


def _claim(proof: Proof, player: Player) -> Said:
    """Return what is written under the title."""
    games = proof.games
    if proof.never_loses:
        claim = Said("sheet.never-loses", {"won": games.win, "drawn": games.draw})
    else:
        counts = {"lost": games.loss, "all": games.total, "won": games.win, "drawn": games.draw}
        claim = Said("sheet.can-lose", counts)
    assumed = notes([player]).get("assumed")
    return Said("sheet.assumed", {"claim": claim, "assumed": assumed}) if assumed else claim

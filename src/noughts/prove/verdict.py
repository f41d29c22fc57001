"""The one way to a verdict: can a player lose in a seat?

Does its game fit, so that all its games are walked? Else a losing line is looked for, while the walk goes on. In the
end the player is asked again, from the ledger of its decisions. Whoever says "never loses" or "can lose" has it from
here, or from a function of this room that asks again too: `fix`, `regret`, `plan_of`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from noughts.core.budget import Budget
from noughts.core.game import Game, Moves
from noughts.core.position import Side
from noughts.core.value import Truth
from noughts.errors import LimitExceeded, NoAnswer, StrategyError
from noughts.players.player import Player, decides_batches, is_instant
from noughts.prove.fix import Fix, fix
from noughts.prove.given_away import ExactValue, given_away
from noughts.prove.least import LeastProgress
from noughts.prove.ledger import remembered
from noughts.prove.line_search import LineProgress
from noughts.prove.losing_lines import AdviserFor, TimedLineSearch
from noughts.prove.processor import seconds_spent
from noughts.prove.proof import UNCOUNTED, Proof, Refuted, Uncounted, what_is_over, with_hint
from noughts.prove.prover import ProofProgress, prove
from noughts.prove.regret import Regret, regret
from noughts.prove.terms import LINE_SECONDS, ProofTerms, TimeOver
from noughts.walk import Decided, Record
from noughts.words import together

if TYPE_CHECKING:
    pass

VerdictProgress = (
    ProofProgress | LineProgress | int
)  # a walk's progress, a search's for a losing line, or the games played
Report = Callable[[Side, VerdictProgress], None]  # receives the seat too

SMALL = 12  # cells: all games are counted
WALKED = 25  # cells, up to which all games are walked while no losing line was found
_TRIAL = 20_000  # decisions of a walk that is made in any case, if they take no more than LINE_SECONDS
_BATCH_TRIAL = 500_000  # the same of a batch form, which takes so_far less time
_BATCH_CELLS = 100_000_000  # of all positions of that walk, instead of seconds: 3,300,000 positions of 30 cells
_COUNT_SECONDS = 3.0  # of a processor: for all games to be counted though a losing line is known
_SMALL_SECONDS = 60.0  # the same on a small board
_ALONE = 1.0  # seconds of a processor: for a walk, before a losing line is looked for beside it
_SHARE = 3  # times what this search has taken, before it goes on
_ASKED_AGAIN = 0.25  # of the time that there is: for a player that can lose to be asked again on its line
_VALUED = 0.5  # of the seconds for a losing line: for exact values of the moves on it


class MeasuredGames(Protocol):
    """Games of a noisy player in a seat: what is known of it where nothing is proved."""

    @property
    def strategy(self) -> str:
        """The player's name."""

    @property
    def losing_line(self) -> Moves | None:
        """A game that it lost, or None."""


Measurement = TypeVar("Measurement", bound=MeasuredGames)


class _TrialOver(LimitExceeded):
    """A walk whose counts are not needed has taken what it may take."""


@dataclass(frozen=True)
class Prover(Generic[Measurement]):
    """Proves one player on one game, or measures it.

    `adviser` plays the opponent of a search for a losing line, `measured` plays the games of a noisy player. `report`
    receives the progress. `exact_value` returns what finds exact values of a game, or None.
    """

    strategy: Player
    game: Game
    terms: ProofTerms
    adviser: AdviserFor
    measured: "Callable[[Prover[Measurement], Side], Measurement]"
    report: Report = lambda side, progress: None
    exact_value: Callable[[Game], ExactValue | None] = lambda game: None

    def examine(self, side: Side) -> Proof | Measurement:
        """Return the proof in one seat, or a measurement. Raises LimitExceeded, StrategyError."""
        return self._unless_noisy(lambda: self.prove(side), side)

    def finding(self, side: Side) -> Proof | Uncounted | Measurement:
        """Return the proof in one seat, a measurement, or why there is none. Raises StrategyError."""
        return self._unless_noisy(lambda: self.attempt(side), side)

    def findings(self, sides: Sequence[Side]) -> dict[Side, Proof | Uncounted | Measurement]:
        """Return what `finding` does for each of some seats; where a search may use all the time, each has an even
        share of what is left."""
        findings = {}
        for before, side in enumerate(sides):
            terms = self.terms if self.game.cells <= SMALL else self.terms.shared(len(sides) - before)
            findings[side] = replace(self, terms=terms).finding(side)
        return findings

    def attempt(self, side: Side) -> Proof | Uncounted:
        """Return the proof in one seat, or what is known where its games are not counted.

        A losing line is looked for beside the walk, in turns, on a small board only if the player has ties; on a large
        one the walk is short.
        """
        if self.terms.count or (self.game.cells <= SMALL and decides_batches(self.strategy, self.game)):
            return self._judged(side, self._walked(side))
        search = self.line_search(side)
        return self._judged(side, self._walked_or_searched(side, search), search)

    def _walked_or_searched(self, side: Side, search: TimedLineSearch) -> Proof | Uncounted:
        try:
            return self._walked_beside(side, search)
        except LimitExceeded as error:
            walked = self.uncounted(side, error)
        if walked.losing_line is not None:
            return walked
        is_tried = self.game.cells > SMALL and not isinstance(walked.limit, TimeOver | NoAnswer)
        if search.line is None and not is_tried:
            return walked
        try:
            finding = search.finding()
        except NoAnswer as error:
            return self.uncounted(side, error)
        finding = replace(finding, reason=with_hint(finding.reason, self.terms.count_hint))
        if isinstance(walked.limit, _TrialOver) or finding.losing_line is not None:
            return finding
        return replace(finding, reason=together([finding.reason, what_is_over(walked.reason)]))

    def _judged(self, side: Side, known: Proof | Uncounted, search: TimedLineSearch | None = None) -> Proof | Uncounted:
        """Return what is known with where the player first gives value away, if values are at hand: on its losing
        line, or in the game in which a search did best."""
        line = known.losing_line
        if line is None and search is not None and not known.never_loses:
            line = search.main_line
        seconds = min(_VALUED * self.terms.line_seconds, self.terms.end - monotonic())
        value = self.exact_value(self.game) if line and seconds > 0 else None
        if line is None or value is None:
            return known
        given = given_away(line, side, value, seconds)
        if known.losing_line is None and search is not None and given.move is not None:
            try:
                search.ask_again(given.line)
            except LimitExceeded:
                return known
        return replace(known, given_away=given)

    def prove(self, side: Side, record: Record = lambda decisions: None) -> Proof:
        """Return the proof in one seat; `record` receives the decisions. Raises LimitExceeded, StrategyError."""
        return self._proved(side, record, lambda progress: None)

    def fixed(
        self,
        side: Side,
        max_positions: int,
        budget: Callable[[], Budget],
        decided: Callable[[int], None],
        progress: Callable[[LeastProgress], None],
    ) -> Fix | None:
        """Return the fewest exceptions with which the player never loses in one seat, proved with them.

        None where every player can lose there. `budget`, `decided` and `progress` are those of `fix`. Raises
        LimitExceeded, StrategyError.
        """
        player = remembered(self.strategy)
        with player.waiting(self.terms.require_time):
            exceptions = fix(
                player,
                self.game,
                side,
                max_positions=max_positions,
                repeat=self.terms.repeat,
                budget=budget,
                decided=self.terms.timed(decided),
                progress=progress,
            )
        if exceptions is None:
            return None
        proof = replace(self, strategy=exceptions.applied(player)).prove(side)
        return replace(exceptions, verdict=proof.verdict, games=proof.games)

    def regret(self, truth: Truth, max_positions: int, progress: Callable[[int], None]) -> Regret:
        """Return where the player gives value away, by the exact values of `truth`. Raises LimitExceeded,
        StrategyError."""
        with self.strategy.waiting(self.terms.require_time):
            return regret(
                self.strategy,
                self.game,
                truth,
                max_positions=max_positions,
                repeat=self.terms.repeat,
                progress=self.terms.timed(progress),
            )

    def line_search(self, side: Side, player: Player | None = None) -> TimedLineSearch:
        """Return a search for a losing line in one seat, of this player or of another one in its place."""
        report = partial(self.report, side)
        return TimedLineSearch(player or self.strategy, self.game, side, self.terms, self.adviser, report)

    def uncounted(self, side: Side, error: LimitExceeded) -> Uncounted:
        """Return what is known of one seat after a limit ended its proof."""
        limit = error.limit if isinstance(error, Refuted) else error
        hints = {TimeOver: "", NoAnswer: self.terms.answer_hint, _TrialOver: self.terms.count_hint}
        return Uncounted.after(error, self.strategy.name, side, hints.get(type(limit), self.terms.hint))

    def _unless_noisy(self, proved: "Callable[[], _Found]", side: Side) -> "_Found | Measurement":
        """Return what `proved` returns; a measurement if the player is noisy or turns out to be."""
        try:
            if not self.strategy.noisy:
                return proved()
        except StrategyError:
            if not self.strategy.noisy:
                raise
        return self.measured(self, side)

    def _walked(self, side: Side) -> Proof | Uncounted:
        """Return the proof in one seat, or which limit ended it."""
        try:
            return self.prove(side)
        except LimitExceeded as error:
            return self.uncounted(side, error)

    def _walked_beside(self, side: Side, search: TimedLineSearch) -> Proof:
        """Return the proof in one seat; meanwhile the search takes its turns.

        Raises LimitExceeded, StrategyError.
        """
        in_batches, began, known = decides_batches(self.strategy, self.game), seconds_spent(self.strategy), 0
        is_small, has_ties = self.game.cells <= SMALL, False
        trial = _BATCH_TRIAL if in_batches else _TRIAL
        is_fast = in_batches and is_instant(self.strategy, self.game)
        last = monotonic() + (1 - _ASKED_AGAIN) * (self.terms.end - monotonic())

        def record(decisions: Sequence[Decided]) -> None:
            nonlocal known, has_ties
            has_ties |= is_small and any(len(moves) > 1 for _, _, moves in decisions)
            if not in_batches and known < trial:  # a batch takes less time to ask for than to take over
                known += len(decisions)
                search.record(decisions)

        def turn(so_far: ProofProgress) -> None:
            if so_far.again:  # all games are walked
                return
            spent = seconds_spent(self.strategy) - began
            is_known = so_far.refuted or search.line is not None
            if is_known and monotonic() > last:
                is_over = True
            elif is_small:
                is_over = is_known and has_ties and spent > _SMALL_SECONDS
            elif self.game.cells <= WALKED:
                is_over = is_known and so_far.asked > trial and spent > _COUNT_SECONDS
            else:
                is_long = so_far.positions * self.game.cells > _BATCH_CELLS if is_fast else spent > LINE_SECONDS
                is_over = search.line is not None or so_far.asked > trial or is_long
            if is_over:
                raise _TrialOver(UNCOUNTED)
            if (
                not is_known
                and (has_ties or not is_small)
                and _SHARE * search.seconds < spent - search.seconds - _ALONE
            ):
                search.step()

        return self._proved(side, record, turn)

    def _proved(self, side: Side, record: Record, turn: Callable[[ProofProgress], None]) -> Proof:
        latest = ProofProgress(1, 1)

        def waiting() -> None:
            self.terms.require_time(latest.ply, self.game.cells)
            self.report(side, latest)

        def progress(so_far: ProofProgress) -> None:
            nonlocal latest
            latest = so_far
            waiting()
            turn(so_far)

        with self.strategy.waiting(waiting):
            return prove(
                self.strategy,
                self.game,
                side,
                max_positions=self.terms.positions,
                repeat=self.terms.repeat,
                progress=progress,
                record=record,
            )


_Found = TypeVar("_Found")

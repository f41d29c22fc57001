"""The proof: a strategy against every reply of the opponent, over all equal moves of its own.

It walks ply by ply over all distinct positions, each with the number of games that reach it. The opponent plays every
free cell; the strategy plays every move of its decision.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from noughts.core.game import Game, Move, Moves, cells_of
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import FaultKind, LimitExceeded, StrategyError, StrategyFault
from noughts.players.player import Strategy, require_support
from noughts.prove.ledger import Ledger, unproved
from noughts.prove.proof import FaultAt, FaultCount, Proof, Refuted
from noughts.prove.rule_counts import Counting, line_rules
from noughts.walk import Decided, Mover, Ply, PlyFaults, Record, decide, walk
from noughts.words import Said

MAX_POSITIONS = 50_000_000

History = Sequence[Container[object]]  # the positions reached in a walk, by their plies


@dataclass(frozen=True)
class ProofProgress:
    """The progress of a proof: its ply, the distinct positions so far, how many of the ply are decided, the decisions
    of the strategy so far, how many have been repeated, and whether it is known to lose."""

    ply: int
    positions: int
    decided: int = 0
    asked: int = 0
    again: int = 0
    refuted: bool = False


def prove(
    strategy: Strategy,
    game: Game,
    seat: Side,
    *,
    max_positions: int = MAX_POSITIONS,
    repeat: int = 1,
    progress: Callable[[ProofProgress], None] = lambda progress: None,
    record: Record = lambda decisions: None,
) -> Proof:
    """Return the results of the strategy in one seat (X moves first) against every opponent.

    The time and memory grow with the number of distinct positions; a strategy with a batch form is many times faster.
    Afterwards it is asked `repeat` times more, in another order, half in a second process if it has one of its own, in
    all positions of a small walk and in a sample of a large one: an answer that differs is a StrategyError. `record`
    receives every decision of the strategy, as (X's stones, O's stones, moves), ply by ply, to write a certificate.
    A strategy that breaks the rules in a position loses there. Raises GameError where it does not play the game,
    StrategyError where it is noisy or asked again answers otherwise, LimitExceeded at more than `max_positions`
    positions: then there is no verdict, but Refuted, which has the line, if a loss was found before.

    >>> from noughts.strategies.registry import load
    >>> prove(load("ring"), Game(3, 3, 3), Side.O).games
    Tally(win=330, draw=127, loss=0)
    """
    player = require_support(strategy, game)
    if player.noisy:
        raise StrategyError(Said("error.noisy", {"strategy": repr(player.name)}))
    player.expect_all(game)
    totals, ledger = _Totals(seat, max_positions, progress), Ledger(player, game)

    def keep(decisions: Sequence[Decided]) -> None:
        ledger.record(decisions)
        record(decisions)

    history = list[Container[object]]()
    counting = Counting(player) if player.rule_texts else None
    movers: dict[Side, Mover] = {seat: counting or player, seat.opponent: None}

    def line() -> Moves | None:
        return None if totals.lost is None else _losing_line(totals.lost, seat, history, ledger)

    try:
        for ply in walk(game, movers, forfeits=(StrategyFault,), progress=totals.report, record=keep):
            if totals.lost is None:  # only a path to the first loss is needed
                history.append(ply.frontier.reached())
            totals.book(ply)
            ledger.note(ply.step.unequal)
            del ply  # its positions may take much of the memory
        losing_line = line()
        again = ledger.ask_again(repeat, totals.report_again)
    except LimitExceeded as limit:
        if (lost_by := line()) is None:
            raise
        ledger.ask_about_line(repeat)
        raise Refuted(lost_by, limit, totals.fault) from None
    return Proof(
        strategy=player.name,
        game=game,
        seat=seat,
        games=totals.games(),
        sequences=None if totals.ties or not game.cells_stay_open else totals.sequences(game),
        positions=totals.positions,
        losing_line=losing_line,
        against_random=totals.chances(),
        asked_again=again,
        faults=totals.faults,
        fault=totals.fault,
        rules=() if counting is None else counting.counts(),
        line_rules=line_rules(player, game, seat, losing_line),
    )


class _Totals:
    """The totals over the plies."""

    def __init__(self, seat: Side, limit: int, progress: Callable[[ProofProgress], None]) -> None:
        self.seat, self.limit, self.progress = seat, limit, progress
        self.ply = 0
        self.asked = 0
        self.positions = 1
        self.ties = False
        self.lost: Position | None = None  # the end of a shortest game that the strategy loses
        self.faults: dict[FaultKind, FaultCount] = {}
        self.fault: FaultAt | None = None
        self.ended: dict[Side | None, tuple[int, Fraction]] = dict.fromkeys((*Side, None), (0, Fraction(0)))

    def report(self, decided: int, reached: int) -> None:
        """Report progress; raise LimitExceeded at the limit."""
        if self.positions + reached > self.limit:
            limit = Said("error.positions-at-ply", {"count": self.limit, "ply": self.ply + 1})
            raise LimitExceeded(Said("error.no-verdict", {"reason": limit}))
        questions = self.asked + (decided if self._is_seat else 0)
        refuted = self.lost is not None
        self.progress(ProofProgress(self.ply + 1, self.positions + reached, decided, questions, refuted=refuted))

    def report_again(self, done: int) -> None:
        """Report how many decisions have been repeated."""
        self.progress(ProofProgress(self.ply, self.positions, asked=self.asked, again=done))

    @property
    def _is_seat(self) -> bool:
        """Whether the strategy moves in this ply."""
        return (self.ply % 2 == 0) == (self.seat is Side.X)

    def book(self, ply: Ply) -> None:
        step = ply.step
        self.asked += len(ply.frontier) if self._is_seat else 0
        self.positions += step.positions
        self.ties |= step.ties
        for winner, (games, chance) in step.ended.items():
            self._add(winner, games, chance)
        if self.seat.opponent in step.ended and self.lost is None:
            self.lost = step.won
        if step.failed is not None and step.faults is not None:
            self._add(self.seat.opponent, *step.failed)
            self._book_faults(step.faults)
        self.ply += 1

    def _add(self, winner: Side | None, games: int, chance: Fraction) -> None:
        others, other_chance = self.ended[winner]
        self.ended[winner] = (others + games, other_chance + chance)

    def _book_faults(self, faults: PlyFaults) -> None:
        for kind, count in faults.counts.items():
            known = self.faults.get(kind) or FaultCount.of(0, FaultAt.of(*faults.first[kind]))
            self.faults[kind] = replace(known, positions=known.positions + count)
        if self.lost is None:
            self.fault = FaultAt.of(*faults.earliest())
            self.lost = self.fault.position

    def games(self) -> Tally[int]:
        return Tally(*(self.ended[winner][0] for winner in self._results()))

    def chances(self) -> Tally[Fraction]:
        return Tally(*(self.ended[winner][1] for winner in self._results()))

    def sequences(self, game: Game) -> Tally[int]:
        """Without ties each of the opponent's choices, "the i-th free cell", is as likely as any other."""
        total = prod(range(game.cells if self.seat is Side.O else game.cells - 1, 0, -2))
        return Tally(*(int(self.ended[winner][1] * total) for winner in self._results()))

    def _results(self) -> tuple[Side | None, ...]:
        return self.seat, None, self.seat.opponent


def _losing_line(final: Position, seat: Side, history: History, ledger: Ledger) -> Moves:
    """Return a game that ends in a position; the decisions on it are entered in the ledger."""

    def again(position: Position) -> tuple[Move, ...]:
        decision = ledger.known(position)
        if decision is None:
            decision = decide(ledger.player, position, PlyFaults((StrategyFault,)))
        ledger.enter_on_line(position, decision)
        return decision.moves

    if final.outcome is None:  # it breaks the rules there
        again(final)
    try:
        return Moves(final.game, line_to(final, seat, history, again))
    except LookupError as error:
        led_to = str(error.args[0])
        ledger.ask_about_line()  # this says more, if the sample has the decision
        raise unproved(ledger.player, f"asked again, it no longer makes the move that led to {led_to!r}") from None


def line_to(
    goal: Position, seat: Side, history: History, decide: Callable[[Position], tuple[Move, ...]]
) -> tuple[Move, ...]:
    """Return a game that leads to a position, found backwards through the positions reached, ply by ply.

    Raises LookupError, with the position, where `decide` names no move of the strategy that leads there.
    """
    position, moves = goal, list[Move]()
    while position.ply:
        mover = position.side.opponent
        steps = (
            (before, move)
            for before, move in _predecessors(position)
            if before in history[before.ply] and (mover is not seat or move in decide(before))
        )
        if (step := next(steps, None)) is None:
            raise LookupError(position)
        position, move = step
        moves.append(move)
    return tuple(reversed(moves))


def _predecessors(position: Position) -> Iterator[tuple[Position, Move]]:
    """The positions one move earlier, each with that move."""
    for move in cells_of(position.theirs):
        stone = 1 << move
        yield Position.from_boards(position.game, position.x & ~stone, position.o & ~stone), move

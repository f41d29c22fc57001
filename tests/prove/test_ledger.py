"""Asking again: what depends on more than the position is not proved."""

import random
from collections import Counter
from collections.abc import Callable, Container, Sequence
from itertools import count

import numpy as np
import numpy.typing as npt
import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side, positions_after
from noughts.errors import StrategyError
from noughts.players.player import Decision, Player, Strategy, Wrapped
from noughts.prove import AskedAgain, prove
from noughts.prove import ledger as ledger_module
from noughts.prove.ledger import Ledger, Reservoir
from noughts.strategies.line_scoring import Potential, Weights
from noughts.strategies.registry import load
from noughts.walk import Decided, walk

pytestmark = pytest.mark.usefixtures("batches")

STANDARD = Game(3, 3, 3)


class Late:
    """Plays by `ring` until it has been asked often enough, and then the last free cell."""

    name = "late"

    def __init__(self, limit: int) -> None:
        self.ring, self.calls, self.limit = load("ring"), count(), limit

    def supports(self, game: Game) -> bool:
        return self.ring.supports(game)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        late = next(self.calls) >= self.limit
        return Decision(position.legal_moves[-1:]) if late else self.ring.decide(position, rng)


class Moody(Weights):
    """Decides batches by the board's weights, but the first position of each batch otherwise."""

    def decide_batch(
        self, game: Game, own: npt.NDArray[np.uint8], theirs: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.bool_]:
        moves = super().decide_batch(game, own, theirs)
        moves[0] = (own[0] + theirs[0]) == 0
        return moves


class Split(Potential):
    """Decides batches by the potential, and a single position by its first free cell."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(moves=position.legal_moves[:1])


def test_each_time_may_be_the_one_that_tells() -> None:
    assert prove(Late(2 * 292), STANDARD, Side.O).asked_again == AskedAgain(292, 292, 1, processes=1)
    with pytest.raises(StrategyError, match="'late' cannot be proved"):
        prove(Late(2 * 292), STANDARD, Side.O, repeat=2)


class Seeded(Player):
    """Plays the first free cell; `otherwise` in some places, or where it runs in a second process."""

    def __init__(self, otherwise: Callable[[Position], Decision], places: Container[Position], here: bool) -> None:
        self.otherwise, self.places, self.here = otherwise, places, here

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if self.here and position in self.places:
            return self.otherwise(position)
        return Decision(position.legal_moves[:1])

    def started_again(self) -> Player | None:
        return Seeded(self.otherwise, self.places, not self.here)


def last_free(position: Position) -> Decision:
    return Decision(position.legal_moves[-1:])


def test_each_move_of_a_losing_line_is_asked_about_in_a_second_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a walk that is so large that a sample is asked for again."""
    monkeypatch.setattr(ledger_module, "SAMPLE", 10)
    found = prove(load("first"), STANDARD, Side.O)
    assert found.losing_line is not None
    assert found.asked_again.positions == 10 < found.asked_again.decisions
    for place in positions_after(STANDARD, found.losing_line[:-1]):
        if place.side is Side.O:
            with pytest.raises(StrategyError, match=f"at {str(place)!r} it answered .* in a second process"):
                prove(Seeded(last_free, {place}, here=False), STANDARD, Side.O)


class Played(Seeded):
    decides_once = True

    def started_again(self) -> Player | None:
        return Played(self.otherwise, self.places, not self.here)


def test_who_decides_once_is_asked_in_a_second_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there is time for, and always the decisions of one game."""
    found = prove(Played(last_free, (), here=True), STANDARD, Side.X).asked_again
    assert found == AskedAgain(found.decisions, found.decisions, 1, 2, elsewhere=True)
    assert found.in_words.endswith(", in a second process: the same moves")
    monkeypatch.setattr(ledger_module, "FREE", 0.0)
    monkeypatch.setattr(ledger_module, "SHARE", 0.0)
    hasty = prove(Played(last_free, (), here=True), STANDARD, Side.X).asked_again
    assert 0 < hasty.positions < found.positions
    with pytest.raises(StrategyError, match="in a second process"):
        prove(Played(last_free, {Position(STANDARD)}, here=False), STANDARD, Side.X, repeat=2)


@pytest.mark.parametrize(("strategy", "when"), [(Moody(), "asked again"), (Split(), "for this position alone")])
def test_batches_must_agree(strategy: Strategy, when: str) -> None:
    with pytest.raises(StrategyError, match=f"cannot be proved: at .* {when}"):
        prove(strategy, Game(3, 3, 3), Side.X)


def test_what_was_asked_again_is_said() -> None:
    assert prove(load("weights"), STANDARD, Side.X, repeat=3).asked_again == AskedAgain(300, 1363, 3)
    parts: list[int] = []
    asked = prove(
        load("weights"), Game(4, 4, 3), Side.O, record=lambda decisions: parts.append(len(decisions))
    ).asked_again
    assert asked == AskedAgain(300, sum(parts), 1)
    assert asked.decisions > 4000
    assert prove(load("weights"), Game(2, 3, 1), Side.O).asked_again == AskedAgain(0, 0, 1)


def test_every_decision_of_a_ply_is_as_likely_to_be_kept() -> None:
    """Of 60 decisions, in parts, 6 are kept: each about 600 times in 6,000 draws (within six deviations)."""
    kept: Counter[int] = Counter()
    parts = (1, 0, 2, 7, 20, 30)
    for seed in range(6000):
        sample, first = Reservoir(6, random.Random(seed)), 0
        for size in parts:
            sample.add([(first + i, 0, (0,)) for i in range(size)])
            first += size
        chosen = [x for x, _, _ in sample.kept]
        assert len(set(chosen)) == 6
        kept.update(chosen)
    assert set(kept) == set(range(60))
    assert all(abs(times - 600) < 6 * (600 * 0.9) ** 0.5 for times in kept.values())


def test_all_plies_are_asked_about() -> None:
    """Every decision of the early plies, and as many of each later one."""
    game, asked = Game(4, 3, 3), Counter[int]()

    class Watched(Wrapped):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            if counting:
                asked[position.ply] += 1
            return self.player.decide(position, rng)

    counting, walked = False, Counter[int]()
    player = Watched(load("weights"))
    ledger = Ledger(player, game)

    def record(decisions: Sequence[Decided]) -> None:
        ledger.record(decisions)
        for x, o, _ in decisions:
            walked[(x | o).bit_count()] += 1

    for _ in walk(game, {Side.O: player, Side.X: None}, record=record):
        pass
    counting = True
    assert ledger.ask_again() == AskedAgain(300, walked.total(), 1)
    assert asked.keys() == walked.keys()
    assert asked.total() == 300
    most = max(asked.values())
    assert all(asked[ply] in {walked[ply], most, most - 1} for ply in walked)
    assert asked[1] == walked[1] == 12

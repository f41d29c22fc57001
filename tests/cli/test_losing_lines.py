"""`noughts prove` and `noughts grade` on boards whose games are not counted: a line that beats the strategy."""

import json
import random
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from noughts.app.proofs import prover
from noughts.cli import prove as command
from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side, positions_after
from noughts.players.player import Decision, Player, Strategy, as_player
from noughts.prove import Proof, Uncounted, losing_lines, processor, prove, verdict
from noughts.prove.line_search import LineSearch
from noughts.prove.terms import ProofTerms
from noughts.results.codec import decode
from noughts.results.proof import SeatsDocument
from noughts.results.proof import verdict as verdict_of
from noughts.search import kernel_loading
from noughts.solve.table_folder import VARIABLE
from noughts.strategies import registry
from noughts.strategies.registry import load
from tests.certify.tables import brute, files_of, write
from tests.cli.conftest import Run
from tests.witnesses import assert_loses


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in plain Python plays against the strategies: it needs no compiler."""
    monkeypatch.setattr(kernel_loading, "is_loaded", lambda seconds: False)


def looked_for(strategy: Strategy, game: Game, seat: Side, shortest: bool = False) -> Uncounted:
    terms = ProofTerms(line_seconds=20.0, shortest=shortest)
    return prover(as_player(strategy), game, terms).line_search(seat).finding()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["weights", "tactical"])
def test_a_line_on_a_large_board(run: Run, name: str) -> None:
    game = Game(15, 15, 5)
    ran = run("prove", name, "--game", str(game), "--json")
    assert ran.code == 1
    document = decode(SeatsDocument, json.loads(ran.out))
    for side in Side:
        found = document.seats[side.seat]
        assert not found.is_proof
        assert (found.verdict, found.found_by, found.shortest) == ("can lose", "search", False)
        assert found.tried is not None
        assert found.tried >= 1
        assert found.asked is not None
        assert found.asked * 2 >= len(found.losing_line or ()) - 1
        assert_loses(registry.load(name), game, side, str(found.losing_line).split())


def test_the_report(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows a losing line, which `noughts replay` accepts."""
    monkeypatch.setattr(verdict, "_BATCH_TRIAL", 0)
    ran = run("prove", "weights", "--game", "7,7,4", "--seat", "second")
    assert ran.code == 1
    assert "weights on 7,7,4, moving second: CAN LOSE" in ran.out
    assert "found by search: 1 game tried" in ran.out
    assert "its games are not counted (--count walks all games)" in ran.out
    line = ran.out.partition('--moves "')[2].partition('"')[0]
    assert f"a losing line of {len(line.split())} plies, weights is O:" in ran.out
    assert f"X{len(line.split())}" in ran.out
    assert_loses(registry.load("weights"), Game(7, 7, 4), Side.O, line.split())
    (tmp_path / "line.txt").write_text(line)
    replayed = run("replay", str(tmp_path / "line.txt"), "--game", "7,7,4", "--plain")
    assert replayed.code == 0
    assert "X wins" in replayed.out


def test_a_small_walk_has_counts_and_is_shortest(run: Run) -> None:
    seat = json.loads(run("prove", "paths", "--game", "4,4,3", "--seat", "second", "--json").out)["seats"]["second"]
    assert (seat["games"]["loss"], seat["found_by"], seat["shortest"]) == (683, "walk", True)
    never = json.loads(run("prove", "ring", "--seat", "second", "--json").out)["seats"]["second"]
    assert "found_by" not in never
    assert "shortest" not in never


def test_count_walks_in_any_case(run: Run) -> None:
    ran = run("prove", "weights", "--game", "6,6,4", "--seat", "second", "--count", "--max-positions", "20000")
    assert ran.code == 3
    assert "the limit of 20,000 positions is reached" in ran.out


def test_a_line_that_is_not_proved_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds are over while shorter games are tried."""
    passed = [0.0]

    def endless(search: LineSearch, plies: int) -> None:
        passed[0] = 100.0
        search.tell(plies)

    monkeypatch.setattr(processor, "thread_time", lambda: passed[0])
    monkeypatch.setattr(losing_lines, "shorter_line", endless)
    game = Game(9, 9, 5)
    found = looked_for(load("first"), game, Side.X, shortest=True)
    assert (found.verdict, found.shortest) == ("can lose", False)
    assert_loses(load("first"), game, Side.X, [game.name(move) for move in found.losing_line or ()])


def test_no_line_within_the_seconds_of_a_processor(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "_BATCH_TRIAL", 0)
    monkeypatch.setattr(command, "LINE_SECONDS", 0.0)
    ran = run("prove", "weights", "--game", "6,6,5", "--seat", "first")
    assert ran.code == 3
    words = "no losing line in 1 game tried in 0.0 s of processor time (--count walks all games)"
    assert ran.out == f"weights on 6,6,5, moving first: no verdict\n  {words}\n"


def test_tables_lead_to_a_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(7, 2, 2)
    write(tmp_path / f"{game}.table", files_of(brute(game)))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = looked_for(load("first"), game, Side.O)
    assert (found.found_by, len(found.losing_line or ())) == ("values", 3)


def test_a_noisy_strategy_loses_a_game(run: Run) -> None:
    ran = run("prove", "paths:level=medium", "--game", "7,7,4", "--games", "2", "--seat", "second")
    assert ran.code == 1
    assert "no loss in 2 games against random play, but it lost a game to a search" in ran.out
    assert "a game it lost to a search, paths:level=medium is O:" in ran.out


class Early:
    """The first free cell; at its second move it breaks the rules where X has the last two cells."""

    name, ply, stones = "early", 3, 2

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        last = position.game.cells - 1
        held = all(position.x >> cell & 1 for cell in range(last, last - self.stones, -1))
        return Decision((last,) if position.ply == self.ply and held else position.legal_moves[:1])


class Earlier(Early):
    """At its first move it breaks them where X has the last cell."""

    ply, stones = 1, 1


def first_fault(strategy: Early, position: Position) -> float:
    """Return after how many plies a strategy that moves second plays a taken cell, at its second move at the latest."""
    taken = {cell for cell in range(position.game.cells) if (position.x | position.o) >> cell & 1}
    if len(taken) % 2:
        (move,) = strategy.decide(position, random.Random()).moves
        if move in taken or len(taken) == 3:
            return len(taken) if move in taken else float("inf")
        return first_fault(strategy, position.play(move))
    free = set(range(position.game.cells)) - taken
    return min(first_fault(strategy, position.play(move)) for move in free)


@pytest.mark.parametrize(("strategy", "plies"), [(Earlier(), 1), (Early(), 3)])
def test_a_broken_rule_is_a_shortest_line(monkeypatch: pytest.MonkeyPatch, strategy: Early, plies: int) -> None:
    """X completes no line in so few moves. The clock stops when the search has had its time for a first line."""
    game, clock = Game(7, 7, 5), count(0, 0.1)
    assert first_fault(strategy, Position(game)) == plies
    monkeypatch.setattr(processor, "thread_time", lambda: min(next(clock), 6.0))
    found = looked_for(strategy, game, Side.O, shortest=True)
    assert (found.verdict, found.found_by, found.shortest) == ("can lose", "search", True)
    assert found.losing_line is not None
    assert found.fault is not None
    assert len(found.losing_line) == plies == found.fault.position.ply
    assert found.fault.position == [*positions_after(game, found.losing_line)][-1]
    assert first_fault(strategy, found.fault.position) == plies


def running(monkeypatch: pytest.MonkeyPatch, amount: float) -> None:
    """Let the processor's clock advance by an amount each time that it is read."""
    clock = count(0, amount)
    monkeypatch.setattr(processor, "thread_time", lambda: next(clock))


@pytest.mark.slow
@pytest.mark.parametrize("amount", [0.0, 0.2, 1.0, 20.0])
@pytest.mark.parametrize(
    ("name", "text", "side", "plies"), [("weights", "4,4,4", Side.O, 11), ("potential", "3,10,3", Side.X, 8)]
)
def test_a_slow_processor_changes_no_verdict(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, side: Side, plies: int, amount: float
) -> None:
    """The walk finds a line of these plies, after 320,000 decisions on 3,10,3; at once no line is found by a search."""
    running(monkeypatch, amount)
    game = Game.from_text(text)
    found = verdict_of(prover(load(name), game).finding(side))
    assert (found.verdict, found.found_by, found.shortest) == ("can lose", "walk", True)
    assert len(found.losing_line or ()) == plies
    assert_loses(load(name), game, side, str(found.losing_line).split())


@pytest.mark.parametrize(("text", "cells"), [("3,6,3", 18), ("3,9,3", 27)])
def test_a_walk_that_fits_its_trial_is_a_proof_on_any_processor(
    monkeypatch: pytest.MonkeyPatch, text: str, cells: int
) -> None:
    """`paths` moving first makes a line at once: it has few positions on a board of any size."""
    game = Game.from_text(text)
    assert game.cells == cells
    counted = prove(load("paths"), game, Side.X)
    assert counted.never_loses
    assert counted.asked_again.decisions < verdict._TRIAL
    for amount in (0.0, 0.2, 1.0, 20.0):
        running(monkeypatch, amount)
        found = prover(load("paths"), game).finding(Side.X)
        assert isinstance(found, Proof)
        assert replace(found, asked_again=counted.asked_again) == counted  # of slow answers fewer are asked for again


class Dear(Player):
    """Plays any free cell, and says that each decision took a second of a processor."""

    name, runs_here = "dear", False
    decisions = 0

    @property
    def processor_seconds(self) -> float:
        return float(self.decisions)

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        self.decisions += 1
        return Decision(position.legal_moves)


def test_a_dear_game_of_chance_is_known_by_a_line_on_a_small_board() -> None:
    """Else hundreds of its copies would have to be made before a word is said; all are, where the counts are wanted."""
    player = Dear()
    found = prover(player, STANDARD).finding(Side.O)
    assert isinstance(found, Uncounted)
    assert found.losing_line is not None
    assert player.decisions < 150
    assert_loses(player, STANDARD, Side.O, str(found.losing_line).split())
    counted = prover(Dear(), STANDARD, ProofTerms(count=True)).finding(Side.O)
    assert isinstance(counted, Proof)
    assert counted.games.loss


def test_the_time_may_be_over_after_a_line_was_found() -> None:
    """The clock decides whether there is a verdict, and not which."""
    ends = iter([False] * 200)
    terms = ProofTerms(seconds=1.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProofTerms, "is_over", property(lambda terms: next(ends, True)))
        found = prover(Dear(), STANDARD, terms).finding(Side.O)
    assert isinstance(found, Uncounted)
    assert found.verdict == "can lose"

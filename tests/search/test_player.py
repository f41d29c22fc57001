"""The player: what it claims is true, what it has won it wins, and it keeps to its budget."""

import random
import subprocess
import sys
from threading import Thread

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.errors import GameError
from noughts.search import kernel_loading
from noughts.search.alphabeta import GREATEST
from noughts.search.finding import DECIDED, Finding
from noughts.search.player import LEAST, PATIENCE, Searcher
from noughts.search.search_clock import Clock
from noughts.testing import random_position
from tests.search.witness import completing, wins_by

LARGE = Game(15, 15, 5)
NODES = Budget(nodes=3000)


def won(game: Game, player: Searcher, rng: random.Random, least: int, by: str) -> tuple[Position, Finding]:
    """Return a position in which the player claims a win of so many plies, from a game of short searches."""
    guide = Searcher(game, Budget(nodes=300))
    for _ in range(500):
        position = Position(game)
        middle = [game.cell(row, column) for row in range(4, game.n - 4) for column in range(4, game.m - 4)]
        for move in rng.sample(middle, rng.randrange(4, 8)):
            position = position.play(move)
        while position.outcome is None and position.ply < 60:
            finding = player.find(position)
            if finding.by == by and finding.result == 1 and (finding.plies or 0) >= least:
                return position, finding
            move = guide.find(position).move if rng.random() < 0.8 else rng.choice(sorted(near(position)))
            position = position.play(move)
    raise AssertionError("no win has been claimed")


def near(position: Position) -> set[Move]:
    """Return the free cells beside a stone."""
    m, n = position.game.m, position.game.n
    stones = [divmod(cell, m) for cell in range(m * n) if not position.empty >> cell & 1]
    cells = {(r + i, c + j) for r, c in stones for i in (-1, 0, 1) for j in (-1, 0, 1)}
    return {r * m + c for r, c in cells if 0 <= r < n and 0 <= c < m and position.empty >> r * m + c & 1}


@pytest.mark.parametrize(("by", "least"), [("fours", 5), ("search", 7), ("search", 9)])
@pytest.mark.parametrize("keeps", [False, True], ids=["afresh", "keeps"])
def test_a_win_that_is_seen_is_carried_through(by: str, least: int, keeps: bool, full: bool) -> None:
    rng = random.Random(least)
    for _ in range(4 if full else 1):
        player = Searcher(LARGE, NODES, keeps=keeps)
        start, claimed = won(LARGE, player, rng, least, by)
        if by == "fours":
            assert wins_by(start, claimed.line)
        for _ in range(8):
            position = start
            while position.outcome is None:
                finding = player.find(position)
                if keeps or by == "fours":  # without a memory a win is looked for afresh
                    assert finding.result == 1 or finding.by == "block", (start, position, finding)
                position = position.play(finding.move)
                if position.outcome is None:
                    forced = completing(position, position.theirs)
                    replies = forced or (near(position) if rng.random() < 0.7 else position.legal_moves)
                    position = position.play(rng.choice(sorted(replies)))
            assert position.outcome.winner is start.side, (start, position)


def wins_against_all(player: Searcher, position: Position) -> int:
    """Follow a claim through all replies, to runs of fours that the witness checks; return the number of positions."""
    finding = player.find(position)
    assert finding.result == 1 or finding.by == "block", (position, finding)  # what is forced needs no claim
    if finding.by == "fours":
        assert wins_by(position, finding.line)
    if finding.by in ("fours", "complete"):
        return 1
    after = position.play(finding.move)
    assert after.outcome is None
    forced = completing(after, after.theirs)
    if completing(after, after.own):
        raise AssertionError(f"{after} lets the other side win")
    replies = [min(forced)] if len(forced) == 1 else [] if forced else after.legal_moves
    return 1 + sum(wins_against_all(player, after.play(reply)) for reply in replies)


@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 1))])
def test_a_searched_win_holds_against_every_reply(seed: int) -> None:
    game = Game(11, 11, 5)
    player = Searcher(game, NODES, keeps=True)
    start, _ = won(game, player, random.Random(seed), 7, "search")
    assert wins_against_all(player, start) > 50


def test_with_a_budget_of_nodes_the_position_alone_decides() -> None:
    rng = random.Random(1)
    positions = [random_position(LARGE, rng, plies) for plies in (3, 8, 12, 20)]
    player = Searcher(LARGE, NODES)
    first = [player.find(position) for position in positions]
    assert [player.find(position) for position in reversed(positions)] == first[::-1]
    assert [Searcher(LARGE, NODES).find(position) for position in positions] == first
    assert all(finding.nodes <= 3000 * PATIENCE + 2 * LEAST for finding in first)


@pytest.mark.parametrize(
    "moves",
    [
        "j7 f8 d9 i8 j9 h8 j8 j10 g7 i10 g8 h10 g10 g9 i11 i7 j6 j5 i6 h5 f7 h9 h7 e7 d6 f9 f10",
        "k6 h5 f11 j9 g9 j7 i6 j8 j6 h6 h7 g8 f8 i10 j11 i9 h8 i7 k9 i11 i8 k7 l6 m6 k8 f7 e6 e7 g6 f10 g11 g10 h10 "
        "h11 i12",
        "e5 f5 k10 g4 e6 h5 f6 e4 g6 d6 i6 h6 h4 d4 d5 c4 f4 c5 e7 g5 f2 d3 c3 e2 b5 j5 i5 a4 b4 g3 h3 i7 k9",
    ],
)
def test_no_win_is_seen_that_is_not_proved(moves: str) -> None:
    """In games that it lost to another program it saw one here: the defence was not among its moves."""
    position = Position(LARGE)
    for name in moves.split():
        position = position.play(parse_cell(LARGE, name))
    finding = Searcher(LARGE, Budget(nodes=100_000)).find(position)
    assert finding.result is None
    assert all(abs(score) <= GREATEST for score in finding.scores.values() if abs(score) < DECIDED)


def test_a_memory_that_was_made_ready_is_kept_within_a_game_and_emptied_for_the_next() -> None:
    player, position = Searcher(LARGE, Budget(nodes=500), keeps=True), random_position(LARGE, random.Random(1), 3)
    player.prepare()
    assert player.find(position) == Searcher(LARGE, Budget(nodes=500), keeps=True).find(position)
    kept = player._table.copy()
    player._set_up(position.play(position.legal_moves[0]))
    assert (player._table == kept).all()
    player._set_up(position)
    assert not player._table["bound"].any()
    player.find(position)
    player.prepare()
    assert not player._table["bound"].any()


def test_more_nodes_look_deeper() -> None:
    position = random_position(LARGE, random.Random(1), 6)
    depths = [Searcher(LARGE, Budget(nodes=nodes)).find(position).depth for nodes in (10, 1000, 20_000)]
    assert sorted(set(depths)) == depths


def test_a_finding_in_full() -> None:
    position = random_position(LARGE, random.Random(1), 6)
    finding = Searcher(LARGE, NODES).find(position)
    assert finding.by == "search"
    assert finding.line[0] == finding.move
    assert finding.scores[finding.move] == finding.score
    now = position
    for move in finding.line:
        assert move in now.legal_moves
        now = now.play(move)


def test_one_node_is_a_move_all_the_same() -> None:
    rng = random.Random(5)
    for game in (LARGE, Game(3, 3, 3), Game(26, 26, 5)):
        for _ in range(5):
            position = random_position(game, rng)
            assert Searcher(game, Budget(nodes=1)).find(position).move in position.legal_moves


def test_a_wrong_question() -> None:
    with pytest.raises(GameError, match="needs a budget"):
        Searcher(LARGE, Budget())
    over = Position.from_stones(Game(3, 3, 3), [0, 1, 2], [3, 4])
    for position in (over, Position(LARGE)):
        with pytest.raises(GameError, match="no position of '3,3,3' with the game on"):
            Searcher(Game(3, 3, 3), NODES).find(position)


def test_threads_wait_for_each_other() -> None:
    rng, player = random.Random(1), Searcher(LARGE, NODES)
    positions = [random_position(LARGE, rng, 8) for _ in range(6)]
    expected = [player.find(position) for position in positions]
    found: dict[int, Finding] = {}
    threads = [Thread(target=lambda i: found.update({i: player.find(positions[i])}), args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(6)] == expected


AFTER_COMPILING = """
import gc, random
from numba.core.dispatcher import Dispatcher
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.search.finding import Finding
from noughts.search.player import Searcher, compile_kernels
from noughts.testing import random_position

def loaded():
    kernels = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
    return {kernel.py_func.__name__: len(kernel.overloads) for kernel in kernels if kernel.overloads}

compile_kernels()
before, game, rng = loaded(), Game(15, 15, 5), random.Random(1)
positions = [random_position(game, rng, plies) for plies in range(3, 150, 3)]
print(*sorted({Searcher(game, Budget(nodes=300)).find(position).by for position in positions}))
print(*sorted(name for name, count in loaded().items() if count != before.get(name)))
"""


@pytest.mark.slow
def test_after_compile_kernels_no_move_waits_for_a_compiler() -> None:
    """Run in a new process: in this one other tests have loaded the kernels."""
    ran = subprocess.run([sys.executable, "-c", AFTER_COMPILING], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["block complete fours lost search", ""]


class Time:
    """A clock that stands still until `pass_` moves it."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds


def run(clock: Clock, time: Time, speed: float) -> tuple[float, int]:
    """Return the seconds that a search of so many nodes a second takes until its time is up, and its looks."""
    nodes, looks, began = 0, 0, time()
    while not clock.is_up(nodes):
        assert clock.until > nodes
        time.pass_((clock.until - nodes) / speed)
        nodes, looks = clock.until, looks + 1
    return time() - began, looks


def test_the_hard_limit_is_kept_at_any_speed() -> None:
    for speed in (20_000.0, 600_000.0, 5_000_000.0):
        time = Time()
        took, looks = run(Clock(Budget(seconds=1.0), now=time), time, speed)
        assert 1.0 <= took <= 1.0 + 2 * 200 / speed + 1e-6
        assert looks >= 100


def test_a_search_that_is_slowed_down_looks_earlier() -> None:
    time = Time()
    clock = Clock(Budget(seconds=1.0), now=time)
    nodes = 0
    for speed in (1e6, 1e6, 1e5, 1e5, 1e5):
        assert not clock.is_up(nodes)
        some = clock.until - nodes
        time.pass_(some / speed)
        nodes = clock.until
    assert some <= 1001  # 10 ms at the slower speed


def test_nodes_are_counted_without_a_clock() -> None:
    time = Time()
    clock = Clock(Budget(nodes=100), now=time)
    time.pass_(1000.0)
    assert not clock.is_up(60)
    assert clock.until == 100
    assert clock.is_up(100)
    assert not clock.enough(changed=False)
    clock.patience = 3
    assert not clock.is_up(299)
    assert clock.is_up(300)


def test_of_two_limits_the_first_counts() -> None:
    time = Time()
    clock = Clock(Budget(nodes=500, seconds=1.0), now=time)
    assert not clock.is_up(0)
    assert clock.until == 200
    assert clock.is_up(500)
    time.pass_(1.0)
    assert clock.is_up(1)


def test_seconds_spent_before_count() -> None:
    assert not Clock(Budget(seconds=1.0), 0.9, Time()).is_up(0)
    assert Clock(Budget(seconds=1.0), 0.9, Time()).enough(changed=True)
    assert Clock(Budget(seconds=1.0), 1.0, Time()).is_up(0)


def depths(budget: Budget, changes: str) -> int:
    """Return how many depths of 0.1 s each are searched; `changes` has a letter for each: c, the best move changed."""
    time = Time()
    clock = Clock(budget, now=time)
    for depth, letter in enumerate(changes, start=1):
        time.pass_(0.1)
        if clock.enough(changed=letter == "c"):
            return depth
    return len(changes)


def test_without_a_soft_limit_a_move_takes_its_time() -> None:
    assert depths(Budget(seconds=1.0), "." * 20) == depths(Budget(seconds=1.0), "c" * 20) == 8


def test_a_move_that_changes_gets_more_time_than_one_that_is_settled() -> None:
    game = Budget(seconds=4.0, soft=1.0)
    assert depths(game, "." * 20) == 4
    assert depths(game, ".......c............") == 4
    assert depths(game, "c" * 20) == 13
    assert depths(game, "cccccc..............") == 8
    assert depths(game, "cccccccccccc........") == 13


def test_the_soft_limit_never_passes_the_hard_one() -> None:
    assert depths(Budget(seconds=1.0, soft=5.0), "c" * 20) == 8


LOADED_IN_THE_BACKGROUND = """
import sys
from noughts.search import kernel_loading
assert "numba" not in sys.modules
kernel_loading.load()
kernel_loading._loaded.clear()
kernel_loading.ready = lambda module: True
print(kernel_loading.is_loaded(0.0) or kernel_loading.is_loaded(600.0), len(kernel_loading._loaded))
"""


@pytest.mark.slow
def test_the_kernels_are_loaded_by_a_thread() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED_IN_THE_BACKGROUND], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "1"]


def test_a_child_compiles_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def prepare(module: str) -> bool:
        asked.append(module)
        return True

    monkeypatch.setattr(kernel_loading, "_loaded", [])
    monkeypatch.setattr(kernel_loading, "ready", lambda module: False)
    monkeypatch.setattr(kernel_loading, "prepare", prepare)
    assert not kernel_loading.is_loaded(600.0)
    assert asked == ["noughts.search.player"]


def test_without_a_compiler_it_is_never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_loading, "_loaded", [])
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    assert not kernel_loading.is_loaded(600.0)


def test_what_is_loaded_stays_loaded() -> None:
    assert kernel_loading.load() is kernel_loading.load()
    assert kernel_loading.is_loaded(0.0)

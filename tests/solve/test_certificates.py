"""Certificates: the strategies in them, replayed by the rules of core alone, and checked by the checker."""

import gzip
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic

import pytest

from noughts.board_text.position_text import parse_position
from noughts.certify import Entry, Section, Writer, check
from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, cells_of, mask_of
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.certificates import write_certificate
from noughts.solve.pairs import find_pairs
from noughts.solve.solver import Solver, solve
from noughts.solve.strong.strategy_steps import StrategyStep, strategy_steps
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.threat_search import ThreatSearch
from noughts.solve.weak.proof.breaker_strategy import strategy_tree
from noughts.solve.weak.weak_solver import WeakSolver
from tests.certify.builders import KEPT
from tests.witnesses import every_position, forced


@pytest.mark.parametrize(
    ("game", "text"),
    [
        *[(game, None) for game in ("4,3,3", "4,4,3", "4,4,4", "5,5,5", "6,6,5", "6,5,4", "5,5,4", "15,15,9", "3,3,1")],
        ("3,3,3", "X../.../..."),
        ("3,3,3", "XX./.../O.."),
        ("4,4,4", "X.../..../..../...."),
        ("5,4,4", "XO.../...../...../....."),
        ("6,4,3", "X...../....../....../......"),
    ],
)
@pytest.mark.usefixtures("kernels")
def test_certificates_check(game: str, text: str | None, tmp_path: Path) -> None:
    shape = Game.from_text(game)
    position = parse_position(text, shape) if text else Position(shape)
    assert check(written(tmp_path / "file", position, [])).conclusion == conclusion(position)


def written(path: Path, position: Position, waits: list[Sequence[str]]) -> Path:
    """Write the certificate of what the solver says, and note what it waits for."""
    value = solve(position, moves=False).value
    assert value is not None
    entries = write_certificate(path, position, value, Budget(), waits.append)
    assert check(path).entries == entries
    return path


def conclusion(position: Position) -> str:
    value = solve(position, moves=False).value
    assert value is not None
    winner = {1: position.side, -1: position.side.opponent}.get(value.result)
    return f"{winner} wins" if winner else "draw"


def test_certificates_of_small_games_and_of_few_free_cells_wait_for_no_compiler(tmp_path: Path) -> None:
    """Those of small games are the ones that are kept, byte for byte."""
    waits = list[Sequence[str]]()
    for text in ("3,3,3", "4,3,3", "4,3,4"):
        path = written(tmp_path / "file", Position(Game.from_text(text)), waits)
        assert path.read_bytes() == gzip.decompress((KEPT / f"{text}.cert.gz").read_bytes())
    for name, text in (("4,4,4", "XOX./OXO./..../...."), ("5,4,4", "XOXOX/OXOX./...../....O")):
        position = parse_position(text, Game.from_text(name))
        assert check(written(tmp_path / "file", position, waits)).conclusion == conclusion(position)
    assert waits == []


# --- strategies for the game as it is played


def boards(position: Position, side: Side) -> tuple[int, int]:
    return (position.x, position.o) if side is Side.X else (position.o, position.x)


def gaps(position: Position, side: Side) -> list[int]:
    """The cells that complete a line of `side`."""
    own, theirs = boards(position, side)
    missing = [line & ~own for line in position.game.line_masks if not line & theirs]
    return sorted({mask.bit_length() - 1 for mask in missing if mask.bit_count() == 1})


def lines_of(position: Position, attacker: Side) -> list[int]:
    """The free cells of every line that is open to the attacker."""
    own, theirs = boards(position, attacker)
    return [line & ~own for line in position.game.line_masks if not line & theirs]


def is_closed(position: Position, pairs: Sequence[tuple[int, int]], attacker: Side) -> bool:
    """Whether the pairs and the potential of the lines without a pair suffice, in fractions."""
    assert all(position.empty >> cell & 1 for pair in pairs for cell in pair)
    paired = mask_of(tuple(cell for pair in pairs for cell in pair))
    assert paired.bit_count() == 2 * len(pairs)
    free = [line for line in lines_of(position, attacker) if not any(line >> a & line >> b & 1 for a, b in pairs)]
    weights = [Fraction(1, 1 << (line & ~paired).bit_count()) for line in free]
    shares = [
        sum((w for w, line in zip(weights, free, strict=True) if line >> cell & 1), Fraction(0))
        for cell in cells_of(position.empty & ~paired)
        if position.side is attacker
    ]
    return sum(weights, max(shares, default=Fraction(0))) < 1


def replay(start: Position, steps: list[StrategyStep], owner: Side, attacker: Side) -> None:
    """Play the strategy against everything. Forced moves are looked for here once more."""
    known = {Position.from_boards(start.game, step.x, step.o): step for step in steps}
    assert len(known) == len(steps)
    assert all(position == position.canonical() for position in known)
    ahead, seen = [start], set()
    while ahead:
        position = ahead.pop()
        key = position.canonical()
        if key in seen:
            continue
        seen.add(key)
        if position.outcome is not None:
            assert position.outcome.winner is owner or (owner is not attacker and position.outcome.winner is None)
            continue
        mine, theirs = gaps(position, position.side), gaps(position, position.side.opponent)
        if key in known and known[key].move is None:
            assert is_closed(key, known[key].pairs, attacker)
        elif mine:
            ahead += [position.play(move) for move in mine]
        elif position.side is owner:
            step = known[key]
            assert step.move is not None
            ahead.append(key.play(step.move))
        else:
            ahead += [position.play(move) for move in (theirs or position.legal_moves)]


@pytest.mark.parametrize("name", ["4,3,3", "4,4,3", "6,3,3", "6,5,4", "7,5,4"])
def test_a_winning_strategy_wins(name: str) -> None:
    start = Position(Game.from_text(name))
    steps = list(strategy_steps(start, Side.X, True))
    assert all(step.move is not None for step in steps)
    replay(start, steps, Side.X, Side.X)


def test_the_second_player_has_winning_strategies_where_minimax_says_so() -> None:
    third = {position.canonical() for position in every_position(Game(4, 3, 3)) if position.ply == 3}
    wins = Counter(forced(position, Side.O) is not None for position in third)
    assert wins == {True: 76, False: 96}
    for position in third:
        if forced(position, Side.O) is not None:
            replay(position, list(strategy_steps(position, Side.O, True)), Side.O, Side.O)
        else:
            with pytest.raises(ValueError, match="cannot force"):
                list(strategy_steps(position, Side.O, True))


@pytest.mark.parametrize(
    ("name", "attacker"),
    [
        ("3,3,3", Side.X),
        ("3,3,3", Side.O),
        ("4,4,4", Side.X),
        ("5,4,4", Side.X),
        ("5,4,4", Side.O),
        ("5,5,4", Side.X),
    ],
)
def test_a_holding_strategy_holds(name: str, attacker: Side) -> None:
    start = Position(Game.from_text(name))
    replay(start, list(strategy_steps(start, attacker, False)), attacker.opponent, attacker)


def test_a_spent_budget_is_said() -> None:
    with pytest.raises(LimitExceeded):
        list(strategy_steps(Position(Game(7, 4, 4)), Side.X, False, Budget(nodes=100)))


def test_what_the_table_has_forgotten_is_asked_again() -> None:
    start = Position(Game(6, 5, 4))
    search = StrongSearch(start.game, Side.X, is_compiled=True)  # nothing is in its table
    replay(start, list(strategy_steps(start, Side.X, True, search=search)), Side.X, Side.X)


NINE = [
    "...X...O./.......O./....X..../.....OX../.X......./.X......./X..O....O/......OO./.......X.",  # X to move wins
    "..X....XX/........./.....OX../........./O...OO.O./..X....../.O......./..X.XO.../.........",  # X to move loses
]


@pytest.mark.parametrize("text", NINE)
def test_a_win_by_threats_is_written_and_checked(text: str, tmp_path: Path) -> None:
    position = parse_position(text, Game(9, 9, 5))
    winner = Side.X if text == NINE[0] else Side.O
    search, value = ThreatSearch(position.game, winner), Value(1 if winner is position.side else -1)
    assert search.ask(position).forces
    assert Solver().solve(position, moves=False).value == value
    write_certificate(tmp_path / "c", position, value, UNLIMITED, proofs={winner: search})
    assert check(tmp_path / "c").value == value.word


# --- strategies of Breaker


def proof(game: Game, maker: int, breaker: int, workers: int = 1) -> list[Entry] | None:
    """Return the proof with Maker to move, or None if he wins."""
    with TemporaryFile() as log:
        solver = WeakSolver(game, log=log)
        if solver.solve(maker, breaker).forces is not False:
            return None
        return list(strategy_tree(solver, maker, game.full & ~(maker | breaker), workers))


@pytest.mark.parametrize(("name", "most"), [("7,6,5", 20), ("7,7,5", 1000)])
def test_a_proof_holds_and_is_small(name: str, most: int, tmp_path: Path) -> None:
    position = Position(Game.from_text(name))
    beats = list[int]()
    entries = write_certificate(tmp_path / "file", position, Value(0), Budget(), progress=beats.append)
    checked = check(tmp_path / "file")
    assert (checked.value, checked.entries) == ("draw", entries)
    assert entries <= most
    assert beats[-1] == entries


def test_any_number_of_workers_gives_the_same_proof() -> None:
    assert proof(Game(7, 7, 5), 0, 0, workers=3) == proof(Game(7, 7, 5), 0, 0)


@pytest.mark.parametrize("name", ["5,4,4", "5,5,4", "6,5,4", pytest.param("7,7,5", marks=pytest.mark.slow)])
def test_proofs_from_random_positions_hold(name: str, tmp_path: Path) -> None:
    """With either side as Maker, either side to move, and exchanges before the first move."""
    game, rng, searched = Game.from_text(name), random.Random(name), 0
    while searched < 8:
        position = Position(game)
        for _ in range(rng.randrange(1, game.cells // 2)):
            position = position.play(rng.choice(position.legal_moves))
            if position.outcome is not None:
                break
        maker, breaker = position.boards(position.side)
        if position.outcome is not None or find_pairs(game, maker, breaker) is not None:
            continue
        if (entries := proof(game, maker, breaker)) is None:
            continue
        searched += 1
        with Writer(tmp_path / "file", position, "a claim") as writer:
            writer.section(Section("breaker", position.side.value, symmetry=True))
            for entry in entries:
                writer.entry(entry)
        assert check(tmp_path / "file").shown[position.side.opponent] == "not lose"


def test_a_draw_in_which_neither_side_has_an_attack_is_proved_for_both(tmp_path: Path) -> None:
    """Breaker begins in one of the two sections."""
    position = Position(Game(7, 7, 5)).play(0)
    write_certificate(tmp_path / "file", position, Value(0), Budget())
    checked = check(tmp_path / "file")
    assert [(section.kind, section.side) for section in checked.sections] == [("breaker", Side.O), ("breaker", Side.X)]
    assert checked.value == "draw"


@pytest.mark.timing
def test_a_command_that_is_killed_leaves_the_older_file(tmp_path: Path) -> None:
    file, older, rng = tmp_path / "c.cert.gz", b"an older file", random.Random(5)
    command = [sys.executable, "-m", "noughts", "solve", "7,7,5", "--value-only", "--certificate", str(file)]
    began = monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds, whole = monotonic() - began, file.read_bytes()
    assert check(file).value == "draw"
    for _ in range(2):
        file.write_bytes(older)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                process.wait(rng.random() * seconds)
            except subprocess.TimeoutExpired:
                process.kill()
        assert file.read_bytes() in (older, whole)
        assert all(path == file or path.name.endswith(".part") for path in tmp_path.iterdir())
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert file.read_bytes() == whole

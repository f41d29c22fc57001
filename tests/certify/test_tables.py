"""The check of tables: what it accepts is true, and what it refuses is named."""

import os
import random
import struct
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from noughts.certify.boards import Boards, free_cells, spread, subsets
from noughts.certify.tables import TableCheck, TableFault, check_table
from noughts.core.game import Game, cells_of, image_of
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import TableError
from tests.certify.tables import Made, brute, packed, places, rows, sealed
from tests.witnesses import layers, minimax

STANDARD = Game(3, 3, 3)
SMALL = [STANDARD, Game(1, 1, 1), Game(2, 2, 1), Game(1, 6, 2), Game(3, 2, 3), Game(2, 2, 2), Game(5, 1, 3)]
BOARDS = [
    STANDARD,
    Game(4, 3, 3),
    Game(5, 4, 4),
    Game(5, 5, 4),
    Game(7, 4, 4),
    Game(8, 4, 3),
    Game(2, 3, 1),
    Game(1, 6, 2),
]
VERSION_1 = Path(__file__).parents[1] / "data" / "3,3,3-version-1.table"


def checked(folder: Path, data: bytes, sample: int | None = None, seed: int | None = None) -> TableCheck:
    path = folder / "t"
    path.unlink(missing_ok=True)  # an earlier file may still be mapped
    path.write_bytes(data)
    return check_table(path, sample, seed)


@pytest.mark.parametrize("game", [*SMALL, pytest.param(Game(4, 3, 3), marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize(("version", "bits"), [(1, 8), (2, 8), (2, 2)])
def test_a_table_made_by_brute_force_holds(tmp_path: Path, game: Game, version: int, bits: int) -> None:
    found = checked(tmp_path, packed(brute(game), version, bits))
    root = minimax(Position(game))
    value = Value(root.result) if root.result and bits == 2 else root
    size = sum(map(len, brute(game).layers))
    assert found == TableCheck(game, version, value, size, size, None, None, found.plies)
    assert list(found.plies) == results(game)


def results(game: Game) -> list[tuple[int, int, int]]:
    """Return how many positions that are not won, ply by ply, are won, drawn and lost for the side to move."""
    counts = [[0, 0, 0] for _ in range(game.cells + 1)]
    for ply, layer in enumerate(layers(Position(game))):
        for position in layer:
            if position.outcome is None or position.outcome.winner is None:
                counts[ply][1 - minimax(position).result] += 1
    return [(won, drawn, lost) for won, drawn, lost in counts]


def test_a_file_of_version_1() -> None:
    found = check_table(VERSION_1, None)
    assert (found.version, found.fault, found.checked) == (1, None, 937)
    assert VERSION_1.read_bytes() == packed(brute(STANDARD), version=1)


@pytest.mark.parametrize("bits", [8, 2])
def test_every_changed_score_is_found(tmp_path: Path, bits: int, full: bool) -> None:
    """The fault is at the changed place, because its successors are checked first; its true value is by minimax."""
    made, rng = brute(STANDARD), random.Random(bits)
    every = [(ply, place) for ply, layer in enumerate(made.layers) for place in range(len(layer))]
    for ply, place in every if full else rng.sample(every, 40):
        old = made.layers[ply][place]
        others = {-128, -5, 0, 5} if bits == 2 else range(-128, 128)
        score = rng.choice([other for other in others if differs(other, old, bits)])
        fault = checked(tmp_path, packed(made.changed(ply, place, score), bits=bits)).fault
        assert fault is not None
        assert (fault.position.own, fault.position.theirs) == made.position(ply, place)
        assert fault.true == words(old, ply, bits, STANDARD)
        assert fault.stated == words(score, ply, bits, STANDARD)


def differs(one: int, other: int, bits: int) -> bool:
    return one != other if bits == 8 else (one == -128, one > 0, one == 0) != (other == -128, other > 0, other == 0)


def words(score: int, ply: int, bits: int, game: Game) -> str:
    if score == -128:
        return "no position"
    if score == 0:
        return "draw"
    if bits == 2:
        return "win" if score > 0 else "loss"
    distance = game.cells + 1 - abs(score) - ply
    if distance <= 0 or distance % 2 != (score > 0):
        return f"the score {score}, which no position can have"
    return str(Value(1 if score > 0 else -1, distance))


def test_a_fault_in_words(tmp_path: Path) -> None:
    made = brute(STANDARD)
    fault = checked(tmp_path, packed(made.changed(0, 0, 5))).fault
    assert fault == TableFault(Position(STANDARD), "win in 5 plies", "draw")
    assert str(fault) == "at '.../.../...' the table says win in 5 plies, its moves say draw"
    assert checked(tmp_path, packed(made.changed(0, 0, 9))).value == Value(1, 1)
    assert checked(tmp_path, packed(made.changed(0, 0, 4))).value is None


def test_a_sample_finds_what_is_frequent(tmp_path: Path) -> None:
    """All scores after 5 moves are other ones: of 90 random scores some are among them, or lead to them."""
    made = brute(STANDARD)
    false = Made(STANDARD, made.rows, [*made.layers[:5], [2] * len(made.layers[5]), *made.layers[6:]])
    found = checked(tmp_path, packed(false), 90, seed=3)
    assert found.fault is not None
    assert found.plies == ()
    assert checked(tmp_path, packed(false), 90, seed=3) == found


@pytest.mark.parametrize("bits", [8, 2])
def test_a_sample_sees_that_a_successor_is_a_position(tmp_path: Path, bits: int) -> None:
    """One of the three scores after 1 move is wrong: most small samples meet it as a move from the empty board."""
    false = packed(brute(STANDARD).changed(1, 0, -128), bits=bits)
    faults = [checked(tmp_path, false, 20, seed).fault for seed in range(5)]
    assert {fault and str(fault.position) for fault in faults} == {"X../.../..."}
    assert {fault and fault.stated for fault in faults} == {"no position"}
    assert "it is one" in {fault and fault.true for fault in faults}


def test_a_sample_of_a_true_table(tmp_path: Path) -> None:
    made = packed(brute(STANDARD))
    found = checked(tmp_path, made, 300, seed=7)
    assert (found.fault, found.seed, found.value, found.scores) == (None, 7, Value(0, 9), 937)
    assert 300 <= found.checked <= 301  # the empty board is always among them
    assert checked(tmp_path, made, 937).seed is None  # as many as there are: all of them
    assert checked(tmp_path, made, 1).seed is not None


def test_any_number_of_workers_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In small batches, so that several threads have work."""
    monkeypatch.setattr("noughts.certify.tables._BATCH", 40)
    made = brute(STANDARD)
    for name, table in (("true", made), ("false", made.changed(4, 7, 3))):
        (tmp_path / name).write_bytes(packed(table))
        one, *others = [check_table(tmp_path / name, None, workers=workers) for workers in (1, 2, 5)]
        assert others == [one, one]
        one, *others = [check_table(tmp_path / name, 500, seed=2, workers=workers) for workers in (1, 2, 5)]
        assert others == [one, one]


def test_progress(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(packed(brute(STANDARD)))
    steps: list[tuple[int, int, int]] = []
    check_table(tmp_path / "t", None, progress=lambda *step: steps.append(step))
    done = [step[0] for step in steps]
    assert done == sorted(done)
    assert steps[-1] == (937, 937, 0)


# --- the form


def header(made: Made, old: bytes, new: bytes) -> bytes:
    """Return the file with another text in its header."""
    data = packed(made)
    end = 16 + struct.unpack_from("<I", data, 12)[0]
    assert old in data[16:end]
    return sealed(data[16:end].replace(old, new, 1), data[end + 32 :])


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def part(made: Made, i: int) -> int:
    """Return where a part of the file starts: lists of rows, then lists of digests, then layers."""
    lengths = [4 * len(row) for row in made.rows] + [32 for _ in made.layers] + [len(layer) for layer in made.layers]
    data = packed(made)
    return len(data) - sum(lengths[i:])


FORMS: list[tuple[Callable[[Made], bytes], str]] = [
    (lambda made: b"", "cannot read the table"),
    (lambda made: b"noughts", "is no table of exact values"),
    (lambda made: b"Noughts\0" + packed(made)[8:], "is no table of exact values"),
    (lambda made: packed(made, version=2)[:8] + b"\3" + packed(made)[9:], "a table of version 3, expected 1 or 2"),
    (lambda made: sealed(b" " * 4097, b""), "a header of 4097 bytes, expected at most 4096"),
    (lambda made: flipped(packed(made), 20), "header is damaged"),
    (lambda made: packed(made)[:40], "header is damaged"),
    (lambda made: header(made, b", ", b","), "not spelled as the format spells it"),
    (lambda made: header(made, b'"bits": 8', b'"bits": 4'), "not spelled as the format spells it"),
    (lambda made: header(made, b"[3, 3, 3]", b"[3, 3, 4]"), "a header without a game: no game '3,3,4'"),
    (lambda made: header(made, b"[3, 3, 3]", b"[3, 3]"), "a header without a game"),
    (lambda made: header(made, b"[3, 3, 3]", b"[6, 6, 3]"), "6,6,3, which has 36 cells, expected at most 32"),
    (lambda made: header(made, b"[3, 3, 3]", b"[3, 2, 3]"), "too many parts, or too few"),
    (lambda made: header(made, b"[1, 3,", b"[1, 4,"), "bytes, expected"),
    (lambda made: packed(made) + b"\0", "bytes, expected"),
    (lambda made: flipped(packed(made), part(made, 3)), "list of rows 3 is damaged"),
    (lambda made: flipped(packed(made), part(made, 6 + 4)), "layer 4, digests of blocks is damaged"),
    (lambda made: flipped(packed(made), part(made, 6 + 10 + 4)), "layer 4, block 0 is damaged"),
    (lambda made: flipped(packed(made, version=1), -1 + len(packed(made, version=1))), "layer 9, block 0 is damaged"),
    (lambda made: packed(Made(STANDARD, [[2], *made.rows[1:]], made.layers)), "list of rows 0 is not that of 3,3,3"),
    (lambda made: with_rows(made, 1, [0b1, 0b10, 0b100]), "list of rows 1 is not that of 3,3,3"),
    (lambda made: with_rows(made, 2, made.rows[2][::-1]), "list of rows 2 is not that of 3,3,3"),
    (lambda made: with_rows(made, 3, [0b111, *made.rows[3][1:]]), "list of rows 3 is not that of 3,3,3"),
    (lambda made: with_rows(made, 3, [1 << 31, *made.rows[3][1:]]), "list of rows 3 is not that of 3,3,3"),
    (
        lambda made: with_rows(made, 4, [*made.rows[4][:-1], made.rows[4][0] << 9]),
        "list of rows 4 is not that of 3,3,3",
    ),
]


def with_rows(made: Made, stones: int, changed: list[int]) -> bytes:
    return packed(Made(STANDARD, [*made.rows[:stones], changed, *made.rows[stones + 1 :]], made.layers))


@pytest.mark.parametrize(("forge", "words"), FORMS, ids=[f"{i} {words[:30]}" for i, (_, words) in enumerate(FORMS)])
def test_what_is_no_table(tmp_path: Path, forge: Callable[[Made], bytes], words: str) -> None:
    with pytest.raises(TableError) as caught:
        checked(tmp_path, forge(brute(STANDARD)))
    message = str(caught.value)
    assert words in message
    assert message.isprintable()
    assert repr(str(tmp_path / "t")) in message


def test_a_row_that_is_left_out(tmp_path: Path) -> None:
    """With all its scores: every length, count and digest is right."""
    made = brute(STANDARD)
    for stones in range(1, 6):
        cut = made.rows[stones][1:]
        layers = [
            [score for score, (_, theirs) in zip(layer, places(STANDARD, ply), strict=True) if theirs in cut]
            if ply - ply // 2 == stones
            else layer
            for ply, layer in enumerate(made.layers)
        ]
        with pytest.raises(TableError, match=f"list of rows {stones} is not that of 3,3,3"):
            checked(tmp_path, packed(Made(STANDARD, [*made.rows[:stones], cut, *made.rows[stones + 1 :]], layers)))


def test_what_follows_the_last_score(tmp_path: Path) -> None:
    """After 1 move there are 3 scores of two bits: the last two bits of their byte are 0."""
    made = brute(STANDARD)
    spoiled = Made(STANDARD, made.rows, [[*layer, 1] if ply == 1 else layer for ply, layer in enumerate(made.layers)])
    with pytest.raises(TableError, match="layer 1 has bits that are not 0 after its last score"):
        checked(tmp_path, packed(spoiled, bits=2))


def test_an_empty_layer_has_its_digest(tmp_path: Path) -> None:
    data = packed(brute(Game(1, 1, 1)), version=1)
    digest = sha256(b"").hexdigest().encode()
    at = data.rindex(digest)
    text = data[16:at] + b"0" * 64 + data[at + 64 : 16 + struct.unpack_from("<I", data, 12)[0]]
    with pytest.raises(TableError, match="layer 1 is damaged"):
        checked(tmp_path, sealed(text, data[16 + len(text) + 32 :], version=1))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, words in ((tmp_path / "pipe", "not a regular file"), (tmp_path / "missing", "No such file")):
        with pytest.raises(TableError, match=words):
            check_table(path)


# --- many boards at a time, against one at a time


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_boards_follow_the_rules(game: Game) -> None:
    rng, boards = random.Random(3), Boards(game)
    members = [rng.getrandbits(32) & rng.getrandbits(32) & game.full for _ in range(300)]
    some = np.array(members, np.int64)
    assert boards.holds_line(some).tolist() == [
        any(board & line == line for line in game.line_masks) for board in members
    ]
    order = sorted(game.symmetries)
    best = [min((image_of(board, symmetry), i) for i, symmetry in enumerate(order)) for board in members]
    least, symmetries = boards.least(some)
    assert list(zip(least.tolist(), symmetries.tolist(), strict=True)) == best
    assert boards.image(some, symmetries).tolist() == least.tolist()
    images = [len({image_of(board, symmetry) for symmetry in order}) for board in members]
    assert boards.orbits(some).tolist() == images


@pytest.mark.parametrize("game", [*SMALL, Game(4, 3, 3)], ids=str)
def test_columns_follow_the_format(game: Game) -> None:
    """All columns of a row, in order, are the sets of free cells; and back."""
    boards = Boards(game)
    for ply in range(game.cells + 1):
        for row in rows(game, ply - ply // 2)[-2:]:
            own = np.array([own for own, theirs in places(game, ply) if theirs == row], np.int64)
            free = np.full_like(own, game.full ^ row)
            assert boards.column(own, free).tolist() == list(range(len(own)))
            cells = free_cells(np.array([row]), game.cells, game.cells - row.bit_count())
            assert spread(subsets(game.cells - row.bit_count(), ply // 2), cells).tolist() == own.tolist()


def test_subsets_come_in_order() -> None:
    for size in range(6):
        found = subsets(5, size).tolist()
        assert all(a < b for a, b in pairwise(found))
        assert all(len(cells_of(board)) == size for board in found)
        assert len(found) == [1, 5, 10, 10, 5, 1][size]

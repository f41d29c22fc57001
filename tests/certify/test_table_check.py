"""The check of tables: what it accepts is true, and what it refuses is named."""

import os
import random
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.certify.table_check import TableCheck, check_table
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import FileError, TableError, TableRefused
from tests.certify.tables import Made, brute, packed, places, sealed
from tests.witnesses import minimax

STANDARD = Game(3, 3, 3)
SMALL = [STANDARD, Game(1, 1, 1), Game(2, 2, 1), Game(1, 6, 2), Game(3, 2, 3), Game(2, 2, 2), Game(5, 1, 3)]


def checked(folder: Path, data: bytes, sample: int | None = None, seed: int = 0) -> TableCheck:
    path = folder / "t"
    path.unlink(missing_ok=True)  # an earlier file may still be mapped
    path.write_bytes(data)
    return check_table(path, sample, seed)


def fault(folder: Path, data: bytes, sample: int | None = None, seed: int = 0) -> str:
    with pytest.raises(TableRefused) as caught:
        checked(folder, data, sample, seed)
    return str(caught.value)


@pytest.mark.parametrize("game", [*SMALL, pytest.param(Game(4, 3, 3), marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("bits", [8, 2])
def test_a_table_made_by_brute_force_holds(tmp_path: Path, game: Game, bits: int) -> None:
    root, scores = minimax(Position(game)), sum(map(len, brute(game).layers))
    value = Value(root.result) if root.result and bits == 2 else root
    assert checked(tmp_path, packed(brute(game), bits)) == TableCheck(game, value, scores, scores)


@pytest.mark.parametrize("bits", [8, 2])
def test_a_changed_score_is_found(tmp_path: Path, bits: int, full: bool) -> None:
    """The fault is at the changed place, because its successors are checked first; its true value is by minimax."""
    made, rng = brute(STANDARD), random.Random(bits)
    every = [(ply, place) for ply, layer in enumerate(made.layers) for place in range(len(layer))]
    for ply, place in rng.sample(every, 80 if full else 20):
        old = made.layers[ply][place]
        others = {-128, -5, 0, 5} if bits == 2 else range(-128, 128)
        score = rng.choice([other for other in others if differs(other, old, bits)])
        own, theirs = made.position(ply, place)
        position = Position.from_boards(STANDARD, *((theirs, own) if ply % 2 else (own, theirs)))
        stated = words(score, ply, bits)
        true = "" if "no position can have" in stated else f", its moves say {words(old, ply, bits)}"
        where = f"at {str(position)!r} (layer {ply}, score {place}) the table says "
        assert fault(tmp_path, packed(made.changed(ply, place, score), bits)) == f"{where}{stated}{true}"


def differs(one: int, other: int, bits: int) -> bool:
    return one != other if bits == 8 else (one == -128, one > 0, one == 0) != (other == -128, other > 0, other == 0)


def words(score: int, ply: int, bits: int) -> str:
    if score == -128:
        return "no position"
    if score == 0:
        return "draw"
    if bits == 2:
        return "win" if score > 0 else "loss"
    distance = STANDARD.cells + 1 - abs(score) - ply
    if distance <= 0 or distance % 2 != (score > 0):
        return f"the score {score}, which no position can have"
    return str(Value(1 if score > 0 else -1, distance))


def test_a_sample_finds_what_is_frequent(tmp_path: Path) -> None:
    """All scores after 5 moves are other ones: of 90 random scores some are among them, or lead to them."""
    made = brute(STANDARD)
    false = packed(Made(STANDARD, made.rows, [*made.layers[:5], [2] * len(made.layers[5]), *made.layers[6:]]))
    assert fault(tmp_path, false, 90, seed=3) == fault(tmp_path, false, 90, seed=3)


@pytest.mark.parametrize("bits", [8, 2])
def test_a_sample_sees_that_a_successor_is_a_position(tmp_path: Path, bits: int) -> None:
    """One of the three scores after 1 move is wrong: most small samples meet it as a move from the empty board."""
    false = packed(brute(STANDARD).changed(1, 0, -128), bits=bits)
    faults = {fault(tmp_path, false, 20, seed) for seed in range(5)}
    assert "at 'X../.../...' (layer 1, score 0) the table says no position, and it is one" in faults
    assert all("at 'X../.../...'" in text for text in faults)


def test_a_sample_of_a_true_table(tmp_path: Path) -> None:
    made = packed(brute(STANDARD))
    assert checked(tmp_path, made, 300) == TableCheck(STANDARD, Value(0, 9), 937, 301)  # with the empty board
    assert checked(tmp_path, made, 936).checked == 937  # as many as there are: all of them


def test_the_seed_draws_the_sample(tmp_path: Path) -> None:
    """One score in nine is false: small samples find it or not, each seed always the same."""
    made = brute(STANDARD)
    false = packed(Made(STANDARD, made.rows, [*made.layers[:9], [9] * len(made.layers[9])]))
    found = [sees_a_fault(tmp_path, false, seed) for seed in range(20)]
    assert set(found) == {True, False}
    assert found == [sees_a_fault(tmp_path, false, seed) for seed in range(20)]


def sees_a_fault(folder: Path, data: bytes, seed: int) -> bool:
    try:
        checked(folder, data, 3, seed)
    except TableRefused:
        return True
    return False


def test_progress(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(packed(brute(STANDARD)))
    steps: list[tuple[int, int]] = []
    check_table(tmp_path / "t", None, 0, lambda *step: steps.append(step))
    assert steps == [(done, 937) for done in range(937)]


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
    (lambda made: b"noughts", "is not a table of exact values"),
    (lambda made: b"Noughts\0" + packed(made)[8:], "is not a table of exact values"),
    (lambda made: packed(made)[:8] + b"\1" + packed(made)[9:], "is a table of version 1, expected 2"),
    (lambda made: packed(made)[:12] + b"\xff" * 4 + packed(made)[16:], "header is damaged"),
    (lambda made: flipped(packed(made), 20), "header is damaged"),
    (lambda made: packed(made)[:40], "header is damaged"),
    (lambda made: header(made, b", ", b","), "not spelled as the format spells it"),
    (lambda made: header(made, b'"bits": 8', b'"bits": 4'), "not spelled as the format spells it"),
    (lambda made: header(made, b"[3, 3, 3]", b"[3, 3, 4]"), "a header without a game: no game '3,3,4'"),
    (lambda made: header(made, b"[3, 3, 3]", b"[3, 3]"), "a header without a game"),
    (lambda made: header(made, b"[3, 3, 3]", b"[3, 2, 3]"), "too many parts, or too few"),
    (lambda made: header(made, b"[1, 3,", b"[1, 4,"), "bytes, expected"),
    (lambda made: packed(made) + b"\0", "bytes, expected"),
    (lambda made: flipped(packed(made), part(made, 3)), "list 3 is damaged"),
    (lambda made: flipped(packed(made), part(made, 6 + 4)), "list 10 is damaged"),
    (lambda made: flipped(packed(made), part(made, 6 + 10 + 4)), "layer 4, block 0 is damaged"),
    (lambda made: packed(Made(STANDARD, [[2], *made.rows[1:]], made.layers)), "list of rows 0 is not that of 3,3,3"),
    (lambda made: with_rows(made, 1, [0b1, 0b10, 0b100]), "list of rows 1 is not that of 3,3,3"),
    (lambda made: with_rows(made, 2, made.rows[2][::-1]), "list of rows 2 is not that of 3,3,3"),
    (lambda made: with_rows(made, 3, [0b111, *made.rows[3][1:]]), "list of rows 3 is not that of 3,3,3"),
    (lambda made: with_rows(made, 3, [1 << 31, *made.rows[3][1:]]), "list of rows 3 is not that of 3,3,3"),
]


def with_rows(made: Made, stones: int, changed: list[int]) -> bytes:
    return packed(Made(STANDARD, [*made.rows[:stones], changed, *made.rows[stones + 1 :]], made.layers))


@pytest.mark.parametrize(("forge", "words"), FORMS, ids=[f"{i} {words[:30]}" for i, (_, words) in enumerate(FORMS)])
def test_what_is_no_table(tmp_path: Path, forge: Callable[[Made], bytes], words: str) -> None:
    with pytest.raises(TableError, match=re.escape(words)) as caught:
        checked(tmp_path, forge(brute(STANDARD)))
    message = str(caught.value)
    assert message.isprintable()
    assert repr(str(tmp_path / "t")) in message


def test_a_sample_of_a_table_without_a_row(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="has no row for"):
        checked(tmp_path, with_rows(brute(STANDARD), 2, brute(STANDARD).rows[2][::-1]), 50)


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    for name, words in (("pipe", "not a regular file"), ("missing", "No such file"), ("empty", "it is empty")):
        with pytest.raises(FileError, match=words):
            check_table(tmp_path / name, None, 0)

"""The check of tables: what it accepts is true, and what it refuses is named."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.certify.table_check import TableCheck, check_table
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import FileError, TableError, TableRefused
from tests.certify.tables import Files, Made, brute, files_of, places, sealed, write
from tests.witnesses import minimax

STANDARD = Game(3, 3, 3)
SMALL = [STANDARD, Game(1, 1, 1), Game(2, 2, 1), Game(1, 6, 2), Game(3, 2, 3), Game(2, 2, 2), Game(5, 1, 3)]


def checked(folder: Path, files: Files, sample: int | None = None, seed: int = 0) -> TableCheck:
    return check_table(write(folder / "t", files), sample, seed)


def fault(folder: Path, files: Files, sample: int | None = None, seed: int = 0) -> str:
    with pytest.raises(TableRefused) as caught:
        checked(folder, files, sample, seed)
    return str(caught.value)


@pytest.mark.parametrize("game", [*SMALL, pytest.param(Game(4, 3, 3), marks=pytest.mark.slow)], ids=str)
def test_a_table_made_by_brute_force_holds(tmp_path: Path, game: Game) -> None:
    scores = sum(map(len, brute(game).layers))
    assert checked(tmp_path, files_of(brute(game))) == TableCheck(game, minimax(Position(game)), scores, scores)


def test_a_changed_score_is_found(tmp_path: Path, full: bool) -> None:
    """The fault is at the changed place, because its successors are checked first; its true value is by minimax."""
    made, rng = brute(STANDARD), random.Random(8)
    every = [(ply, place) for ply, layer in enumerate(made.layers) for place in range(len(layer))]
    for ply, place in rng.sample(every, 80 if full else 20):
        old = made.layers[ply][place]
        score = rng.choice([other for other in range(-128, 128) if other != old])
        own, theirs = made.position(ply, place)
        position = Position.from_boards(STANDARD, *((theirs, own) if ply % 2 else (own, theirs)))
        stated = words(score, ply)
        true = "" if "no position can have" in stated else f", its moves say {words(old, ply)}"
        where = f"at {str(position)!r} (layer {ply}, score {place}) the table says "
        assert fault(tmp_path, files_of(made.changed(ply, place, score))) == f"{where}{stated}{true}"


def words(score: int, ply: int) -> str:
    if score == -128:
        return "no position"
    if score == 0:
        return "draw"
    distance = STANDARD.cells + 1 - abs(score) - ply
    if distance <= 0 or distance % 2 != (score > 0):
        return f"the score {score}, which no position can have"
    return str(Value(1 if score > 0 else -1, distance))


def test_a_sample_finds_what_is_frequent(tmp_path: Path) -> None:
    """All scores after 5 moves are other ones: of 90 random scores some are among them, or lead to them."""
    made = brute(STANDARD)
    false = files_of(Made(STANDARD, made.rows, [*made.layers[:5], [2] * len(made.layers[5]), *made.layers[6:]]))
    assert fault(tmp_path, false, 90, seed=3) == fault(tmp_path, false, 90, seed=3)


def test_a_sample_sees_that_a_successor_is_a_position(tmp_path: Path) -> None:
    """One of the three scores after 1 move is wrong: most small samples meet it as a move from the empty board."""
    false = files_of(brute(STANDARD).changed(1, 0, -128))
    faults = {fault(tmp_path, false, 20, seed) for seed in range(5)}
    assert "at 'X../.../...' (layer 1, score 0) the table says no position, and it is one" in faults
    assert all("at 'X../.../...'" in text for text in faults)


# --- the form


def about(old: bytes, new: bytes) -> Files:
    """Return the files of a table with another text in table.json."""
    files = files_of(brute(STANDARD))
    assert old in files["table.json"]
    return files | {"table.json": files["table.json"].replace(old, new, 1)}


def resealed(name: str, change: Callable[[bytes], bytes]) -> Files:
    """Return the files of a table of which one is changed, with the right digest."""
    files = files_of(brute(STANDARD))
    del files["table.json"]
    return sealed(STANDARD.to_list(), files | {name: change(files[name])})


def with_rows(stones: int, changed: list[int]) -> Files:
    made = brute(STANDARD)
    return files_of(Made(STANDARD, [*made.rows[:stones], changed, *made.rows[stones + 1 :]], made.layers))


def other_score() -> Files:
    """Return the files of a table of which one score is changed, and its digest is not."""
    files = files_of(brute(STANDARD))
    return files | {"layer-04.npy": files["layer-04.npy"][:-1] + b"\5"}


ROWS = brute(STANDARD).rows
FORMS: list[tuple[Files, str]] = [
    (about(b"table/1", b"table/2"), "has the schema 'noughts/value-table/2', expected 'noughts/value-table/1'"),
    (about(b"{", b"["), "table.json that is damaged"),
    (about(b"[3, 3, 3]", b"[3, 3, 4]"), "a table.json without a game"),
    (about(b"[3, 3, 3]", b"[3, 3]"), "a table.json without a game"),
    (about(b'"9":', b'"8":'), "or that lacks a layer"),
    (about(b"[3, 3, 3]", b"[3, 2, 3]"), "list of rows 2 is not that of 3,2,3"),
    (other_score(), "layer-04.npy is damaged: its digest does not match"),
    (files_of(brute(STANDARD)) | {"rows.npy": b"\1"}, "rows.npy is not the array <u4"),
    (resealed("layer-04.npy", lambda data: data + b"\0"), "layer-04.npy is not the array |i1 of shape (8, 21)"),
    (resealed("layer-04.npy", lambda data: data[:-1]), "layer-04.npy is not the array |i1 of shape (8, 21)"),
    (resealed("layer-04.npy", lambda data: data.replace(b"|i1", b"|u1")), "layer-04.npy is not the array |i1"),
    (resealed("rows.npy", lambda data: data.replace(b"<u4", b">u4")), "rows.npy is not the array <u4"),
    (with_rows(0, [2]), "layer-00.npy is not the array |i1 of shape (0, 1)"),
    (with_rows(1, [0b1, 0b10, 0b100]), "list of rows 1 is not that of 3,3,3"),
    (with_rows(2, ROWS[2][::-1]), "list of rows 2 is not that of 3,3,3"),
    (with_rows(3, [0b111, *ROWS[3][1:]]), "list of rows 3 is not that of 3,3,3"),
    (with_rows(3, [1 << 31, *ROWS[3][1:]]), "list of rows"),
]


@pytest.mark.parametrize(("files", "words"), FORMS, ids=[f"{i} {words[:30]}" for i, (_, words) in enumerate(FORMS)])
def test_what_is_no_table(tmp_path: Path, files: Files, words: str) -> None:
    with pytest.raises(TableError, match=re.escape(words)) as caught:
        checked(tmp_path, files)
    message = str(caught.value)
    assert message.isprintable()
    assert repr(str(tmp_path / "t")) in message


def test_a_sample_of_a_table_without_a_row(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="has no row for"):
        checked(tmp_path, with_rows(2, ROWS[2][::-1]), 50)


def test_a_row_that_is_left_out(tmp_path: Path) -> None:
    """With all its scores: every length and digest is right."""
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
            checked(tmp_path, files_of(Made(STANDARD, [*made.rows[:stones], cut, *made.rows[stones + 1 :]], layers)))


def test_what_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="it is no folder"):
        check_table(tmp_path / "file", None, 0)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileError, match="No such file"):
        check_table(tmp_path / "empty", None, 0)

"""A live game: what may be done, what is refused, and that its document says it all."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.web.play.live import (
    HOST,
    PEOPLE,
    SEATS,
    KeyReused,
    LiveGame,
    LoggedMove,
    NotNow,
    NotYourTurn,
    Seat,
    hashed,
    seats_of,
)

GAME = Game(3, 3, 3)
EVERY_SEAT: tuple[Seat, ...] = ("X", "O", "host")


def begun(x: str = "human", o: str = "paths", opening: tuple[int, ...] = (), game: Game = GAME) -> LiveGame:
    """Return a game before its first move."""
    tokens = {seat: hashed(seat) for seat in seats_of((x, o))}
    return LiveGame.start("A" * 22, game, (x, o), tokens, opening, 5)


def played(game: LiveGame, cells: str) -> LiveGame:
    """Return the game after moves of whoever's turn it is: `b2 a1`."""
    for name in cells.split():
        game = game.move(SEATS[game.position.side], parse_cell(game.log.game, name))
    return game


def cells(game: LiveGame) -> str:
    """Return the moves of a game: `b2 a1`."""
    return " ".join(game.record().cell_names)


def test_a_game_begins_with_its_opening() -> None:
    game = begun(opening=(4, 0, 8))
    assert (str(game.position), game.version, game.waits_for) == ("O../.X./..X", 0, "strategy")
    assert (game.may_undo(), game.may_redo(), game.may_resign()) == ((), (), ("X",))
    with pytest.raises(IllegalMoveError):
        begun(opening=(4, 4))


def test_a_move_says_why() -> None:
    game = played(begun(), "b2")
    assert (game.version, game.waits_for, game.over) == (1, "strategy", False)
    game = game.move("O", 0, "a\ud800 corner")
    assert game.moves == (LoggedMove(4, Side.X), LoggedMove(0, Side.O, "a? corner"))
    assert (game.version, game.waits_for) == (2, "person")
    assert abs(datetime.now(UTC) - game.updated) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("moves", "seat", "cell", "error"),
    [
        ("", "O", 4, NotYourTurn),
        ("b2", "X", 0, NotYourTurn),
        ("b2", "host", 0, NotYourTurn),
        ("b2 a1", "X", 4, IllegalMoveError),
        ("b2 a1", "X", 9, IllegalMoveError),
        ("b2 a1", "X", -1, IllegalMoveError),
        ("b2 a1 b1 a2 b3", "O", 8, IllegalMoveError),
    ],
)
def test_moves_that_are_refused(moves: str, seat: Seat, cell: int, error: type[NoughtsError]) -> None:
    with pytest.raises(error):
        played(begun(), moves).move(seat, cell)


def test_the_ends_of_a_game() -> None:
    won = played(begun(), "b2 a1 b1 a2 b3")
    assert (won.over, won.waits_for, won.may_resign()) == (True, None, ())
    drawn = played(begun(), "a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert drawn.record() == Record(GAME, tuple(made.move for made in drawn.moves), ("human", "paths"))
    resigned = played(begun(), "b2").resign("X")
    assert (resigned.over, resigned.waits_for, resigned.version) == (True, None, 2)
    assert resigned.record() == Record(GAME, (4,), ("human", "paths"), "O", "X resigned")
    with pytest.raises(IllegalMoveError):
        resigned.move("O", 0)


def test_a_rematch_swaps_sides() -> None:
    old = played(begun("human", "friend", opening=(4,)), "a1")
    new = old.next("B" * 22, 7)
    assert (new.players, new.version, new.seed, new.log.fixed) == (("friend", "human"), 0, 7, 1)
    assert new.tokens == {"X": hashed("O"), "O": hashed("X")}
    assert (cells(new), new.owned, old.owned) == ("b2", ("O",), ("X",))
    assert begun("ring", "paths").next("B" * 22, 7).tokens == {"host": hashed("host")}


def test_a_request_is_known_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.web.play.live._REQUESTS", 2)
    game = begun().noting("a", "move b2").noting("b", "undo").noting("c", "redo").noting(None, "move")
    assert [game.seen(key, "undo") for key in ("a", "b", None)] == [False, True, False]
    with pytest.raises(KeyReused):
        game.seen("c", "undo")


# The rules once more, from what a person sees: where an undo or a redo leads, by search.


def back_to(game: LiveGame, seat: Seat) -> tuple[LoggedMove, ...] | None:
    """Return the moves that an undo of a seat leaves: the longest beginning from which this seat moves."""
    for length in range(len(game.moves) - 1, game.log.fixed - 1, -1):
        mover = game.moves[length].side
        if seat == HOST or SEATS[mover] == seat:
            return game.moves[:length]
        if game.player(mover) in PEOPLE:
            return None
    return None


players = st.sampled_from([("human", "ring"), ("ring", "human"), ("human", "friend"), ("human", "human"), ("a", "b")])
boards = st.sampled_from([GAME, Game(2, 2, 2), Game(4, 3, 3), Game(1, 1, 1)])


@given(players, boards, st.integers(0, 1), st.randoms(use_true_random=False), st.integers(1, 80))
def test_any_course_of_a_game(who: tuple[str, str], board: Game, opening: int, rng: random.Random, length: int) -> None:
    game, taken = begun(*who, opening=tuple(range(opening)), game=board), list[tuple[LoggedMove, ...]]()
    for number in range(length):
        options = every_change(game, rng)
        if not options:
            break
        kind, seat, after = rng.choice(options)
        before, game = game, after
        if kind == "undo" and before.log.resigned is None:
            assert game.moves == back_to(before, seat)
            taken.append(before.moves)
        elif kind == "redo":
            assert game.moves[: len(before.moves)] == before.moves
            assert game.moves == taken[-1][: len(game.moves)]
            assert game.moves == taken[-1] or game.mover in PEOPLE or game.paced
            if game.moves == taken[-1]:
                taken.pop()
        elif kind == "move":
            taken.clear()
        else:
            assert game.moves == before.moves
        assert game.version == number + 1
        check(game)


def every_change(game: LiveGame, rng: random.Random) -> list[tuple[str, Seat, LiveGame]]:
    """Return what may come next, and assert that the rest is refused."""
    changes = list[tuple[str, Seat, LiveGame]]()
    for seat in EVERY_SEAT:
        for kind, ask, may in (
            ("undo", game.undo, game.may_undo()),
            ("redo", game.redo, game.may_redo()),
            ("resign", game.resign, game.may_resign()),
        ):
            if seat in may:
                changes.append((kind, seat, ask(seat)))
            else:
                with pytest.raises(NotNow):
                    ask(seat)
    if not game.over:
        seat = SEATS[game.position.side]
        changes += [("move", seat, game.move(seat, rng.choice(game.position.legal_moves)))] * 3
    return changes


def check(game: LiveGame) -> None:
    """Assert what is true of every game."""
    position = Position(game.log.game)
    for made in game.moves:
        assert made.side is position.side
        position = position.play(made.move)
    assert game.position == position
    assert len(game.log.positions) == len(game.moves) + 1
    assert game.over == (game.waits_for is None)
    resigned = game.log.resigned
    may = [seat for seat in game.seats if back_to(game, seat) is not None] if resigned is None else [resigned.value]
    assert list(game.may_undo()) == may
    assert set(game.may_undo()) | set(game.may_redo()) | set(game.may_resign()) <= set(game.seats)
    assert LiveGame.read(json.loads(json.dumps(game.document))) == replace(game, failure=None)

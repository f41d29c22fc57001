"""A live game: what may be done, what is refused and in which words, and that the log alone says it all."""

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
from noughts.web.play.events import HOST, PEOPLE, SEATS, Event, Header, Seat
from noughts.web.play.live import GameEnd, LiveGame, LoggedMove, NotNow, NotYourTurn

GAME = Game(3, 3, 3)
THEN = datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
EVERY_SEAT: tuple[Seat, ...] = ("X", "O", "host")


def header(x: str = "human", o: str = "paths", opening: tuple[int, ...] = (), game: Game = GAME) -> Header:
    """Return the header of a game."""
    return Header("A" * 22, game, (x, o), opening, 5, THEN)


def played(start: Header, cells: str) -> LiveGame:
    """Return the game after moves of whoever's turn it is: `b2 a1`."""
    game = LiveGame.start(start)
    for name in cells.split():
        game = game.after(game.move(SEATS[game.position.side], parse_cell(start.game, name)))
    return game


def cells(game: LiveGame) -> str:
    """Return the moves of a game: `b2 a1`."""
    return " ".join(game.record().cell_names)


def test_a_game_begins_with_its_opening() -> None:
    game = LiveGame.start(header(opening=(4, 0, 8)))
    assert (str(game.position), game.version, game.waits_for) == ("O../.X./..X", 0, "strategy")
    assert [made.by for made in game.moves] == ["opening"] * 3
    assert (game.may_undo(), game.may_redo(), game.may_resign()) == ((), (), ("X",))
    assert game.updated == THEN
    with pytest.raises(IllegalMoveError, match="b2 is taken by X"):
        LiveGame.start(header(opening=(4, 4)))


def test_a_move_says_by_whom_and_why() -> None:
    game = played(header(), "b2")
    assert (game.version, game.waits_for, game.over, game.outcome) == (1, "strategy", False, None)
    event = game.move("O", 0, "a corner")
    assert (event.kind, event.seat, event.cell, event.by, event.reason) == ("move", "O", 0, "paths", "a corner")
    assert abs(datetime.now(UTC) - event.at) < timedelta(minutes=1)
    game = game.after(event)
    assert game.moves == (LoggedMove(4, Side.X, "human"), LoggedMove(0, Side.O, "paths", "a corner"))
    assert (game.version, game.waits_for, game.updated) == (2, "person", event.at)


@pytest.mark.parametrize(
    ("moves", "seat", "cell", "error", "words"),
    [
        ("", "O", 4, NotYourTurn, r"it is the turn of X \(human\), not of O"),
        ("b2", "X", 0, NotYourTurn, r"it is the turn of O \(paths\), not of X"),
        ("b2", "host", 0, NotYourTurn, r"it is the turn of O \(paths\), not of the host"),
        ("b2 a1", "X", 4, IllegalMoveError, "^b2 is taken by X$"),
        ("b2 a1", "X", 0, IllegalMoveError, "^a1 is taken by O$"),
        ("b2 a1", "X", 9, IllegalMoveError, "no cell 9: expected an int from 0 to 8"),
        ("b2 a1", "X", -1, IllegalMoveError, "no cell -1"),
        ("b2 a1 b1 a2 b3", "O", 8, IllegalMoveError, r"^c3 cannot be played: the game is over \(X wins\)$"),
    ],
)
def test_moves_that_are_refused(moves: str, seat: Seat, cell: int, error: type[NoughtsError], words: str) -> None:
    with pytest.raises(error, match=words):
        played(header(), moves).move(seat, cell)


def test_the_ends_of_a_game() -> None:
    won = played(header(), "b2 a1 b1 a2 b3")
    assert won.outcome == GameEnd(Side.X, (1, 4, 7), "line")
    assert (won.over, won.waits_for, won.may_resign()) == (True, None, ())
    drawn = played(header(), "a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert drawn.outcome == GameEnd(None, None, "full board")
    assert drawn.record() == Record(GAME, tuple(made.move for made in drawn.moves), ("human", "paths"))
    resigned = played(header(), "b2")
    resigned = resigned.after(resigned.resign("X"))
    assert resigned.outcome == GameEnd(Side.O, None, "resignation")
    assert (resigned.over, resigned.waits_for, resigned.version) == (True, None, 2)
    assert resigned.record() == Record(GAME, (4,), ("human", "paths"), "O", "X resigned")
    with pytest.raises(IllegalMoveError, match=r"^the game is over \(X resigned\)$"):
        resigned.move("O", 0)


def test_a_resignation_is_taken_back_alone_by_who_resigned() -> None:
    game = played(header("human", "friend"), "b2 a1")
    over = game.after(game.resign("O"))
    assert (over.may_undo(), over.may_redo(), over.may_resign()) == (("O",), (), ())
    with pytest.raises(NotNow, match=r"^there is nothing that can be taken back by X now$"):
        over.undo("X")
    with pytest.raises(NotNow, match=r"^X cannot resign: the game is over \(O resigned\)$"):
        over.resign("X")
    event = over.undo("O")
    assert (event.kind, event.seat, event.by, event.count) == ("undo", "O", "friend", 0)
    back = over.after(event)
    assert (back.log.resigned, back.moves, back.version) == (None, game.moves, 4)


def test_against_a_strategy_undo_takes_both_moves() -> None:
    game = played(header(), "b2 a1 c1 a3")
    back = game.after(game.undo("X"))
    assert (cells(back), back.waits_for, back.version) == ("b2 a1", "person", 5)
    start = back.after(back.undo("X"))
    assert (cells(start), start.may_undo(), start.may_redo()) == ("", (), ("X",))
    with pytest.raises(NotNow, match="nothing that can be taken back by X"):
        start.undo("X")
    again = start.after(start.redo("X"))
    assert (cells(again), again.moves, again.may_redo()) == ("b2 a1", back.moves, ("X",))
    again = again.after(again.redo("X"))
    assert (again.moves, again.may_redo(), again.version) == (game.moves, (), 8)
    with pytest.raises(NotNow, match=r"^there is nothing that can be made again by X now$"):
        again.redo("X")


def test_while_a_strategy_thinks_undo_takes_the_last_move_alone() -> None:
    game = played(header(), "b2 a1 c1")
    back = game.after(game.undo("X"))
    assert cells(back) == "b2 a1"
    back = back.after(back.undo("X"))
    assert cells(back) == ""
    again = back.after(back.redo("X"))
    assert cells(again) == "b2 a1"
    assert cells(again.after(again.redo("X"))) == "b2 a1 c1"


def test_a_strategy_that_began_keeps_its_move() -> None:
    game = played(header("paths", "human"), "b2")
    assert game.may_undo() == ()
    game = played(header("paths", "human"), "b2 a1 c1")
    assert cells(game.after(game.undo("O"))) == "b2"


def test_an_end_can_be_taken_back() -> None:
    lost = played(header(), "a1 b2 a2 a3 c3 c1")
    assert lost.outcome == GameEnd(Side.O, (2, 4, 6), "line")
    assert cells(lost.after(lost.undo("X"))) == "a1 b2 a2 a3"
    won = played(header(), "b2 a1 b1 a2 b3")
    back = won.after(won.undo("X"))
    assert (cells(back), back.over) == ("b2 a1 b1 a2", False)
    assert back.after(back.redo("X")).outcome == won.outcome


@pytest.mark.parametrize("other", ["friend", "human"])
def test_two_people_take_back_their_own_last_move_until_it_is_answered(other: str) -> None:
    game = played(header("human", other), "b2 a1")
    assert (game.may_undo(), game.may_resign()) == (("O",), ("X", "O"))
    with pytest.raises(NotNow, match="taken back by X"):
        game.undo("X")
    back = game.after(game.undo("O"))
    assert (cells(back), back.may_undo(), back.may_redo()) == ("b2", ("X",), ("O",))
    start = back.after(back.undo("X"))
    assert (cells(start), start.may_undo(), start.may_redo()) == ("", (), ("X",))
    with pytest.raises(NotNow, match="made again by O"):
        start.redo("O")
    again = start.after(start.redo("X"))
    assert (cells(again), again.may_redo()) == ("b2", ("O",))
    assert again.after(again.redo("O")).moves == game.moves


def test_the_host_of_two_strategies_takes_back_one_move() -> None:
    game = played(header("ring", "paths"), "b2 a1 c1")
    assert (game.waits_for, game.may_undo(), game.may_redo(), game.may_resign()) == ("strategy", ("host",), (), ())
    assert game.header.seats == ("host",)
    event = game.undo("host")
    assert (event.by, event.count) == ("host", 1)
    back = game.after(event)
    assert (cells(back), back.waits_for) == ("b2 a1", "strategy")
    assert back.after(back.redo("host")).moves == game.moves
    with pytest.raises(NotNow, match=r"^the host cannot resign$"):
        game.resign("host")
    with pytest.raises(NotNow, match="taken back by X"):
        game.undo("X")
    start = LiveGame.start(header("ring", "paths"))
    with pytest.raises(NotNow, match=r"^there is nothing that can be taken back by the host now$"):
        start.undo("host")


def test_undo_stops_at_the_opening() -> None:
    game = played(header("human", "human", opening=(4, 0)), "c1")
    back = game.after(game.undo("X"))
    assert (cells(back), back.may_undo()) == ("b2 a1", ())
    hosted = played(header("ring", "ring", opening=(4,)), "a1")
    assert hosted.after(hosted.undo("host")).may_undo() == ()


def test_another_move_forgets_what_was_taken_back() -> None:
    game = played(header("human", "human"), "b2 a1")
    game = game.after(game.undo("O"))
    game = game.after(game.move("O", 2))
    assert (game.may_redo(), cells(game)) == ((), "b2 c1")


def test_a_resignation_does_not_forget_it() -> None:
    game = played(header("human", "human"), "b2 a1")
    game = game.after(game.undo("O"))
    game = game.after(game.resign("X"))
    assert game.may_redo() == ()
    game = game.after(game.undo("X"))
    assert game.may_redo() == ("O",)


MOST_EVENTS = 3 * GAME.cells + 100 + 1 + GAME.cells + 1  # a whole game and a resignation may follow the last undo


def test_the_log_is_bounded_and_the_game_still_ends() -> None:
    game = played(header("human", "human"), "b2")
    while game.may_undo():
        game = game.after(game.undo("X"))
        if not game.may_redo():
            break
        game = game.after(game.redo("X"))
    assert game.version >= MOST_EVENTS - 10
    for ask in (game.undo, game.redo):
        with pytest.raises(NotNow, match=rf"in this game: it has {game.version} events already$"):
            ask("X")
    while not game.over:
        game = game.after(game.move(SEATS[game.position.side], game.position.legal_moves[0]))
    assert game.version <= MOST_EVENTS


def test_a_resignation_ends_the_longest_log() -> None:
    game = replace(played(header("human", "human"), "a1 a2 b1"), version=MOST_EVENTS - 1)
    over = game.after(game.resign("X"))
    assert (over.version, over.may_undo()) == (MOST_EVENTS, ())


@pytest.mark.parametrize(
    "event",
    [
        Event("move", "O", THEN, "human", cell=0),
        Event("move", "X", THEN, "human"),
        Event("move", "X", THEN, "human", cell=4),
        Event("undo", "X", THEN, "human", count=0),
        Event("undo", "X", THEN, "human", count=3),
        Event("undo", "X", THEN, "human", count=-1),
        Event("redo", "X", THEN, "human", count=1),
        Event("redo", "X", THEN, "human", count=0),
        Event("resign", "O", THEN, "paths"),
    ],
)
def test_a_damaged_log_is_refused(event: Event) -> None:
    with pytest.raises(IllegalMoveError):
        played(header(), "b2 a1").after(event)


@pytest.mark.parametrize("kind", ["move", "redo", "resign", "undo"])
def test_nothing_but_an_undo_follows_a_resignation(kind: str) -> None:
    game = played(header(), "b2 a1")
    game = game.after(game.resign("X"))
    event = Event(kind, "X", THEN, "human", cell=8, count=1)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match=r"^game 'A{22}' cannot have as event 4 Event\("):
        game.after(event)


def test_a_rematch_swaps_sides() -> None:
    old = header("human", "paths", opening=(4,))
    later = THEN + timedelta(hours=1)
    new = old.rematch("B" * 22, 7, later)
    assert new == Header("B" * 22, GAME, ("paths", "human"), (4,), 7, later, "A" * 22)
    assert (old.seats, new.seats, header("friend", "human").seats) == (("X",), ("O",), ("X", "O"))


# The rules once more, from what a person sees: where an undo or a redo leads, by search.


def back_to(game: LiveGame, seat: Seat) -> tuple[LoggedMove, ...] | None:
    """Return the moves that an undo of a seat leaves: the longest beginning from which this seat moves."""
    opening = len(game.header.opening)
    for length in range(len(game.moves) - 1, opening - 1, -1):
        mover = game.moves[length].side
        if seat == HOST or SEATS[mover] == seat:
            return game.moves[:length]
        if game.header.player(mover) in PEOPLE:
            return None
    return None


players = st.sampled_from([("human", "ring"), ("ring", "human"), ("human", "friend"), ("human", "human"), ("a", "b")])
boards = st.sampled_from([GAME, Game(2, 2, 2), Game(4, 3, 3), Game(1, 1, 1)])


@given(players, boards, st.integers(0, 1), st.randoms(use_true_random=False), st.integers(1, 80))
def test_any_course_of_a_game(who: tuple[str, str], board: Game, opening: int, rng: random.Random, length: int) -> None:
    start = LiveGame.start(header(*who, opening=tuple(range(opening)), game=board))
    game, log, taken = start, list[Event](), list[tuple[LoggedMove, ...]]()
    for _ in range(length):
        options = every_event(game, rng)
        if not options:
            break
        event = rng.choice(options)
        before, game = game, game.after(event)
        log.append(event)
        if event.kind == "undo" and before.log.resigned is None:
            assert game.moves == back_to(before, event.seat)
            taken.append(before.moves)
        elif event.kind == "redo":
            assert game.moves[: len(before.moves)] == before.moves
            assert game.moves == taken[-1][: len(game.moves)]
            if game.moves == taken[-1]:
                taken.pop()
        elif event.kind == "move":
            taken.clear()
        else:
            assert game.moves == before.moves
        check(game, log)
    assert LiveGame.replay(start.header, log) == game


def every_event(game: LiveGame, rng: random.Random) -> list[Event]:
    """Return what may come next, and assert that the rest is refused."""
    found = []
    for seat in EVERY_SEAT:
        for ask, may in (
            (game.undo, game.may_undo()),
            (game.redo, game.may_redo()),
            (game.resign, game.may_resign()),
        ):
            if seat in may:
                found.append(ask(seat))
            else:
                with pytest.raises(NotNow):
                    ask(seat)
    if not game.over:
        found += [game.move(SEATS[game.position.side], rng.choice(game.position.legal_moves))] * 3
    return found


def check(game: LiveGame, log: list[Event]) -> None:
    """Assert what is true of every game."""
    position = Position(game.header.game)
    for made in game.moves:
        assert made.side is position.side
        position = position.play(made.move)
    assert game.position == position
    assert game.log.positions[0] == Position(game.header.game)
    assert len(game.log.positions) == len(game.moves) + 1
    assert game.version == len(log)
    assert game.over == (game.outcome is not None) == (game.waits_for is None)
    assert set(game.may_undo()) | set(game.may_redo()) | set(game.may_resign()) <= set(game.header.seats)
    assert tuple(made.move for made in game.moves)[: len(game.header.opening)] == game.header.opening

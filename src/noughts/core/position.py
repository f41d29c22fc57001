"""A position: the game and the stones of both sides. Their number tells the side to move."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Never

from noughts.core import show
from noughts.core.game import Game, Line, Move, cells_of, image_of, mask_of
from noughts.core.placing import is_reached
from noughts.errors import IllegalMoveError, InvalidPositionError
from noughts.words import Said, together


class Side(Enum):
    """A player: X moves first."""

    X = "X"
    O = "O"  # noqa: E741 - the game's own name for it

    @property
    def opponent(self) -> "Side":
        """The other side."""
        return Side.O if self is Side.X else Side.X

    @property
    def seat(self) -> str:
        """`first` or `second`: when the side moves."""
        return "first" if self is Side.X else "second"

    def __str__(self) -> str:
        return self.value


def require_unfinished(position: "Position", kind: str, text: str | None = None) -> None:
    """Raise InvalidPositionError with the sentence of this kind if the game is over; it quotes the position's text."""
    if position.outcome is not None:
        quoted = repr(str(position) if text is None else text)
        raise InvalidPositionError(Said(kind, {"position": quoted, "ending": position.outcome.said}))


def side_at(ply: int) -> Side:
    """Return the side that moves after `ply` moves of a game from the empty board."""
    return Side.O if ply % 2 else Side.X


SEATS: Final = {**{side.seat: (side,) for side in Side}, "both": tuple(Side)}  # the seats that a user may name


def _seat(side: Side) -> str:
    return side.seat


def _side(seat: str) -> Side:
    (side,) = SEATS[seat]
    return side


BY_SEAT: Final = {"serialize": _seat, "deserialize": _side}  # of a field: a side that a document writes by its seat


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner (None for a draw) and the line that was completed (None for a draw)."""

    winner: Side | None
    line: Line | None = None

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Said:
        """How the game ended, in words."""
        return Said("ending.draw") if self.winner is None else Said("ending.wins", {"side": self.winner})


DRAW: Final = Outcome(None)


class Position:
    """A position of a game, immutable and hashable; it has no history, so equal stones are equal positions.

    `Position(game)` is the empty board. Use `from_stones` or `board_text.position_text.parse_position` for input: both
    check that a game can reach the position.

    >>> from noughts.core.game import Game
    >>> position = Position(Game(3, 3, 3)).play(4).play(0)
    >>> position.side, position.legal_moves
    (<Side.X: 'X'>, (1, 2, 3, 5, 6, 7, 8))
    >>> position.play(2).play(1).play(6).outcome
    Outcome(winner=<Side.X: 'X'>, line=(2, 4, 6))

    Its repr is an expression that gives the position again:

    >>> from noughts.board_text.position_text import parse_position
    >>> position
    parse_position('O../.X./...', Game(m=3, n=3, k=3))
    >>> eval(repr(position)) == position
    True
    """

    __slots__ = ("_outcome", "game", "o", "x")

    game: Game
    x: int
    o: int
    _outcome: Outcome | None

    def __init__(self, game: Game) -> None:
        _set_game(self, game)
        _set_x(self, 0)
        _set_o(self, 0)
        _set_outcome(self, None)

    @classmethod
    def from_stones(cls, game: Game, x: Iterable[Move], o: Iterable[Move]) -> "Position":
        """Return the position with X on the cells `x` and O on the cells `o`.

        Raises InvalidPositionError, with every reason at once, if no game reaches this position.
        """
        stones = {Side.X: tuple(x), Side.O: tuple(o)}
        reasons = [
            Said("error.stone-off-board", {"side": side, "cell": repr(cell), "last": game.cells - 1})
            for side, cells in stones.items()
            for cell in cells
            if not _on_board(game, cell)
        ]
        inside = {side: [cell for cell in cells if _on_board(game, cell)] for side, cells in stones.items()}
        boards = {side: mask_of(tuple(cells)) for side, cells in inside.items()}
        reasons += [
            Said("error.stone-twice", {"side": side}) for side, cells in inside.items() if len(set(cells)) < len(cells)
        ]
        reasons += _faults(game, boards[Side.X], boards[Side.O])
        if reasons:
            raise InvalidPositionError(together(reasons), reasons)
        return cls.from_boards(game, boards[Side.X], boards[Side.O])

    @classmethod
    def from_boards(cls, game: Game, x: int, o: int) -> "Position":
        """Return the position with these bitboards, unchecked: for stones that are known to be legal."""
        return _make(game, x, o, _outcome_by_scan(game, x, o))

    @property
    def side(self) -> Side:
        """The side to move; after the game, the side that would move."""
        return Side.X if self.x.bit_count() == self.o.bit_count() else Side.O

    @property
    def ply(self) -> int:
        """The number of stones on the board."""
        return self.x.bit_count() + self.o.bit_count()

    @property
    def own(self) -> int:
        """The bitboard of the side to move."""
        return self.x if self.x.bit_count() == self.o.bit_count() else self.o

    @property
    def theirs(self) -> int:
        """The bitboard of the side that has just moved."""
        return self.o if self.x.bit_count() == self.o.bit_count() else self.x

    def boards(self, side: Side) -> tuple[int, int]:
        """Return the bitboards of a side and of the other one."""
        return (self.x, self.o) if side is Side.X else (self.o, self.x)

    @property
    def empty(self) -> int:
        """The bitboard of the free cells."""
        return self.game.full & ~(self.x | self.o)

    @property
    def playable(self) -> int:
        """The bitboard of the cells where a stone may go, also after the end: the free ones, with gravity the lowest of
        each column."""
        return self.game.legal(self.x | self.o)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, lowest cell first; none once the game is over."""
        return () if self._outcome is not None else cells_of(self.playable)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None before its end."""
        return self._outcome

    def stone(self, cell: Move) -> Side | None:
        """Return whose stone is on the cell, or None."""
        if self.x >> cell & 1:
            return Side.X
        return Side.O if self.o >> cell & 1 else None

    def play(self, move: Move) -> "Position":
        """Return the position after the move. Raises IllegalMoveError, with the reason."""
        if not _on_board(self.game, move):
            raise no_cell_number(self.game, move)
        if self._outcome is not None:
            values = {"cell": self.game.name(move), "ending": self._outcome.said}
            raise IllegalMoveError(move, Said("error.cell-after-end", values))
        if (self.x | self.o) >> move & 1:
            values = {"cell": self.game.name(move), "side": self.stone(move)}
            raise IllegalMoveError(move, Said("error.cell-taken", values))
        if not self.playable >> move & 1:
            raise IllegalMoveError(move, Said("error.cell-floats", {"cell": self.game.name(move)}))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> "Position":
        """Return the position after a move known to be legal. Checks only the lines through it."""
        game, x, o = self.game, self.x, self.o
        if x.bit_count() == o.bit_count():
            stones = x = x | 1 << move
        else:
            stones = o = o | 1 << move
        for line, window in game.windows_through[move]:
            if stones & window == line:
                side = Side.X if stones is x else Side.O
                return _make(game, x, o, Outcome(winner_by_line(game, side), cells_of(line)))
        return _make(game, x, o, DRAW if x | o == game.full else None)

    def image(self, permutation: tuple[int, ...]) -> "Position":
        """Return this position under one of `game.symmetries`."""
        x, o = image_of(self.x, permutation), image_of(self.o, permutation)
        line = None if self._outcome is None else self._outcome.line
        if line is None:
            return _make(self.game, x, o, self._outcome)
        return Position.from_boards(self.game, x, o)

    def canonical(self) -> "Position":
        """Return the representative of this position up to symmetry: the image with the least (x, o)."""
        x, o, permutation = min((image_of(self.x, p), image_of(self.o, p), p) for p in self.game.symmetries)
        return self if (x, o) == (self.x, self.o) else self.image(permutation)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.x == other.x and self.o == other.o and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.x, self.o))

    def __repr__(self) -> str:
        """The expression that makes the position: `parse_position('X../.O./...', Game(m=3, n=3, k=3))`."""
        return f"parse_position({str(self)!r}, {self.game!r})"

    def __str__(self) -> str:
        """The rows from the top, as `XX./.../O..`."""
        cells = ["X" if self.x >> c & 1 else "O" if self.o >> c & 1 else "." for c in range(self.game.cells)]
        m = self.game.m
        return "/".join("".join(cells[row * m : row * m + m]) for row in range(self.game.n))

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return show.picture(self)

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a Position is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a Position is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_boards, (self.game, self.x, self.o)


def positions_after(game: Game, moves: Iterable[Move]) -> Iterator[Position]:
    """Yield every position of a game in order, the empty board first.

    Raises IllegalMoveError, with the number of the move.

    >>> from noughts.core.game import Game
    >>> [str(position) for position in positions_after(Game(3, 1, 2), [1, 0])]
    ['...', '.X.', 'OX.']
    """
    position = Position(game)
    yield position
    for number, move in enumerate(moves, start=1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise numbered(number, error) from None
        yield position


def no_cell_number(game: Game, cell: object) -> IllegalMoveError:
    """Return the error of a number that is not of a cell."""
    return IllegalMoveError(cell, Said("error.no-cell-number", {"cell": repr(cell), "last": game.cells - 1}))


def numbered(number: int, error: IllegalMoveError) -> IllegalMoveError:
    """Return the error of a move with the move's number."""
    return IllegalMoveError(error.move, Said("error.move-number", {"number": number, "reason": error.said}))


# The slots' own setters: the quickest way past the immutable __setattr__.
_set_game: Final = Position.__dict__["game"].__set__
_set_x: Final = Position.__dict__["x"].__set__
_set_o: Final = Position.__dict__["o"].__set__
_set_outcome: Final = Position.__dict__["_outcome"].__set__


def _make(game: Game, x: int, o: int, outcome: Outcome | None) -> Position:
    position = object.__new__(Position)
    _set_game(position, game)
    _set_x(position, x)
    _set_o(position, o)
    _set_outcome(position, outcome)
    return position


def _on_board(game: Game, cell: object) -> bool:
    """Whether an object from outside is a cell: a plain int, so no True and no NumPy integer."""
    return type(cell) is int and 0 <= cell < game.cells


def winner_by_line(game: Game, side: Side) -> Side:
    """Return who has won where a side has completed a line."""
    return side if game.line_wins else side.opponent


def _whole_lines(game: Game, stones: int) -> tuple[int, ...]:
    return tuple(line for line, window in game.windows if stones & window == line)


def _outcome_by_scan(game: Game, x: int, o: int) -> Outcome | None:
    """The outcome, found by checking every line: for stones whose last move is unknown."""
    for side, stones in ((Side.X, x), (Side.O, o)):
        for mask in _whole_lines(game, stones):
            return Outcome(winner_by_line(game, side), cells_of(mask))
    return DRAW if x | o == game.full else None


def _faults(game: Game, x: int, o: int) -> list[Said]:
    """Every reason why no game can reach these stones.

    Without a reason they are reachable: take away the last move, a stone on all lines of its side, and the rest has no
    line, so any order of the other stones leads there. With gravity and in an exact game the order counts (module
    `placing`).
    """
    faults = list[Said]()
    x_count, o_count = x.bit_count(), o.bit_count()
    if both := cells_of(x & o):
        faults.append(Said("error.stones-of-both", {"cells": [game.name(cell) for cell in both]}))
    if x_count - o_count not in (0, 1):
        faults.append(Said("error.stones-uneven", {"x": x_count, "o": o_count}))
    faults += (Said("error.stone-floats", {"cell": game.name(cell)}) for cell in cells_of(_floating(game, x | o)))
    whole = {side: _whole_lines(game, stones) for side, stones in ((Side.X, x), (Side.O, o))}
    if whole[Side.X] and whole[Side.O]:
        faults.append(Said("error.both-won"))
    last = 0  # the cells of which one has the last stone; 0: any
    for side, lines in whole.items():
        if lines and (x_count > o_count) != (side is Side.X) and not whole[side.opponent]:
            faults.append(Said("error.moved-since", {"side": side, "other": side.opponent}))
        common = game.full
        for mask in lines:
            common &= mask
        if not common:
            faults.append(Said("error.several-lines", {"side": side}))
        last |= common if lines else 0
    if not faults and not is_reached(game, x, o, last):
        faults.append(Said("error.no-order"))
    return faults


def _floating(game: Game, taken: int) -> int:
    """Return those of the taken cells that cannot have been taken one after the other."""
    reached = 0
    while more := game.legal(reached) & taken:
        reached |= more
    return taken ^ reached


def completes(game: Game, stones: int, cell: Move) -> bool:
    """Return whether one more stone, on a cell, completes a line of some stones."""
    return completed(game, stones, cell) != 0


def completed(game: Game, stones: int, cell: Move) -> int:
    """Return the bitboard of the first line of some stones that one more, on a cell, completes; 0 for none."""
    after = stones | 1 << cell
    return next((line for line, window in game.windows_through[cell] if after & window == line), 0)


def completions(position: Position, stones: int) -> tuple[Move, ...]:
    """Return the cells that can be played now and complete a line of some stones, lowest first.

    >>> position = Position(Game(3, 3, 3)).play(0).play(4).play(1)
    >>> completions(position, position.theirs)
    (2,)
    """
    return completing(position.game, stones, position.playable)


def completing(game: Game, stones: int, empty: int) -> tuple[Move, ...]:
    """Return the cells among `empty` that complete a line of some stones, lowest first."""
    cells = 0
    for gap in gaps(game, stones, empty):
        cells |= gap
    return cells_of(cells)


def gaps(game: Game, stones: int, empty: int) -> Iterator[int]:
    """Yield, line by line, the bitboard of the cell among `empty` that completes a line of some stones."""
    for line, window in game.windows:
        missing = line & ~stones
        if not missing & (missing - 1) and missing & empty and stones & window == line ^ missing:
            yield missing

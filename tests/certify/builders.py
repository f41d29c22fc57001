"""Certificates made by plain search, for the checker's tests."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from noughts.certify import Entry, Section, Writer
from noughts.core.game import Game, Move, image_of
from noughts.core.position import Position, Side
from tests.witnesses import minimax

KEPT = Path(__file__).parents[1] / "data" / "certificates"


def kept(most: int) -> list[Path]:
    """Return the certificates of docs/results.md of less than so many bytes, by name."""
    return sorted(path for path in KEPT.iterdir() if path.stat().st_size < most)


@cache
def strategy_entries(start: Position, side: Side, goal: str, symmetry: bool) -> list[Entry]:
    """For every position that matters the first move that keeps the goal."""
    least = {"win": 1, "not lose": 0}[goal]

    def first(position: Position) -> Sequence[Move]:
        return [move for move in position.legal_moves if -minimax(position.play(move)).result >= least][:1]

    return followed(start, side, first, symmetry)


def followed(
    start: Position, side: Side, choose: Callable[[Position], Sequence[Move]], symmetry: bool = False
) -> list[Entry]:
    """For every position that a side reaches by the moves that it chooses, these moves."""
    todo, entries = [start.canonical() if symmetry else start], dict[Position, Entry]()
    while todo:
        position = todo.pop()
        if position.outcome is not None or position in entries:
            continue
        moves: Sequence[Move] = position.legal_moves
        if position.side is side:
            moves = choose(position)
            entries[position] = Entry(position.x, position.o, moves=tuple(moves))
        for move in moves:
            child = position.play(move)
            todo.append(child.canonical() if symmetry else child)
    return list(entries.values())


def normal_form(game: Game, maker: int, free: int, *, symmetry: bool) -> tuple[int, int]:
    """Return the place of a section "breaker" that Maker's stones and the free cells belong to."""
    live = 0
    for line in game.line_masks:
        if not line & ~(maker | free):
            live |= line
    images = game.symmetries if symmetry else game.symmetries[:1]
    return min((image_of(maker & live, image), image_of(free & live, image)) for image in images)


def write(path: Path, start: Position, claim: str, sections: list[tuple[Section, list[Entry]]], **facts: str) -> Path:
    """Write a certificate."""
    with Writer(path, start, claim, **facts) as writer:
        for section, entries in sections:
            writer.section(section)
            for entry in entries:
                writer.entry(entry)
    return path


def draw_of_333(path: Path, symmetry: bool = True, claim: str = "draw") -> Path:
    """The draw of 3,3,3: O does not lose."""
    start, section = Position(Game(3, 3, 3)), Section("strategy", "O", "not lose", symmetry)
    return write(path, start, claim, [(section, strategy_entries(start, Side.O, "not lose", symmetry))], value="draw")

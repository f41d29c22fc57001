"""Where the positions of lessons come from: games as careful beginners play them, drawn by seeded random numbers.

A side always completes its own line, and stops most lines of the other side. On boards of up to 12 cells most moves
keep the exact value, and at most one move of a game gives value away; on larger ones the other moves are drawn evenly.
On large boards both sides answer every four, and play where the lines are, more or less.

Only `Random.random` is used, whose numbers are the same in every version of Python.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, completions
from noughts.core.value import Truth
from noughts.lessons.exact_lessons import Values
from noughts.review.judgement import judge
from noughts.search.plain_search import OWN, THEIRS, FoursBoard

_VALUED = 12  # cells of a board whose positions all have exact values at once, in plain Python
_OVERLOOKED = 0.2  # chance that a threat is not seen
_SENSIBLE = 0.7  # chance of a move that keeps the value, where all moves are looked at
_MISTAKES = 1
_WEIGHTS = ((1, 5, 25, 120), (1, 6, 30, 140))  # of a line by its stones: theirs, own
_LONGEST = 40  # plies of a game on a large board

_T = TypeVar("_T")


def pick(some: Sequence[_T], rng: Random) -> _T:
    """Return one of some things, all equally likely."""
    return some[int(rng.random() * len(some))]


def small_game(game: Game, truth: Truth, rng: Random) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield the positions of a game, each with the moves that lead there."""
    position, moves, mistakes = Position(game), tuple[Move, ...](), 0
    while position.outcome is None:
        yield moves, position
        if position.game.line_wins and completions(position, position.own):
            return
        values = truth(position) if game.cells <= _VALUED else None
        move = _small_move(position, values, rng)
        mistakes += values is not None and judge(values, move).mistake
        if mistakes > _MISTAKES:
            return
        position, moves = position.play_unchecked(move), (*moves, move)


def _small_move(position: Position, values: Values | None, rng: Random) -> Move:
    """Return a move that stops a line, else one that keeps the value, else any: each most of the time."""
    stops = completions(position, position.theirs) if position.game.line_wins else ()
    if stops and rng.random() >= _OVERLOOKED:
        return pick(stops, rng)
    if values is not None and rng.random() < _SENSIBLE:
        best = max(value.result for value in values.values())
        return pick([move for move in position.legal_moves if values[move].result == best], rng)
    return pick(position.legal_moves, rng)


def large_game(game: Game, rng: Random) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield the positions of a game, each with the moves that lead there, while no side can win within three plies."""
    position, moves = Position(game), tuple[Move, ...]()
    while position.outcome is None and position.ply < _LONGEST:
        board = FoursBoard(position)
        stops = board.completing(THEIRS)
        doubles = any(len(answers) > 1 for answers in board.fours(OWN).values())
        if len(stops) > 1 or doubles or board.completing(OWN):
            return
        yield moves, position
        move = stops[0] if stops else _large_move(position, rng)
        position, moves = position.play_unchecked(move), (*moves, move)


def _large_move(position: Position, rng: Random) -> Move:
    """Return a cell on lines with many stones of one side, drawn with a large margin; the centre first."""
    own, theirs, game = position.own, position.theirs, position.game
    if not own | theirs:
        return game.cell(game.n // 2, game.m // 2)
    scores = [0] * game.cells
    for mask in game.line_masks:
        if not (mask & own and mask & theirs) and mask & (own | theirs):
            weight = _WEIGHTS[bool(mask & own)][(mask & (own | theirs)).bit_count() - 1]
            for cell in cells_of(mask & position.empty):
                scores[cell] += weight
    drawn = [score * (1 + int(rng.random() * 20)) for score in scores]
    return max(position.legal_moves, key=drawn.__getitem__)

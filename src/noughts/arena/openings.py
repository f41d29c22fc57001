"""Openings: the first moves of a game, before the players move. Every one is played twice, sides swapped."""

import random
from collections.abc import Callable, Iterable, Iterator

from noughts.core.game import Game, Move
from noughts.core.position import Position, completions, positions_after
from noughts.core.record import Record
from noughts.errors import MatchError, NoughtsError
from noughts.words import Said

Opening = tuple[Move, ...]
_Balance = Callable[[Position], bool]

EMPTY: Opening = ()
LISTED = 5_000  # positions of a ply up to symmetry: up to this many are listed, more are drawn at random
_IN_VAIN = 1_000  # draws without a new opening, after which the search stops


def at_peace(position: Position) -> bool:
    """Return whether neither side could complete a line with the next stone."""
    return position.outcome is None and not (completions(position, position.x) or completions(position, position.o))


def generate(
    game: Game, plies: int, count: int, *, seed: int = 0, balanced: _Balance = at_peace
) -> tuple[Opening, ...]:
    """Return up to `count` openings of `plies` moves, no two alike up to symmetry, each of them `balanced`.

    There may be fewer than `count`. Raises MatchError if there are none.

    >>> generate(Game(3, 3, 3), 1, 10)
    ((0,), (1,), (4,))
    """
    if plies == 0:
        return (EMPTY,)
    rng = random.Random(f"openings {seed}")
    listed = _all(game, plies, balanced)
    if listed is None:
        openings = list(_drawn(game, plies, count, rng, balanced))
    else:
        openings = listed if len(listed) <= count else sorted(rng.sample(listed, count))
    if not openings:
        raise MatchError(Said("error.no-openings", {"plies": plies, "game": game}))
    return tuple(openings)


def _all(game: Game, plies: int, balanced: _Balance) -> list[Opening] | None:
    """All openings up to symmetry, in order; None if there are too many to list."""
    layer: dict[Position, Opening] = {Position(game): EMPTY}
    for _ in range(plies):
        below: dict[Position, Opening] = {}
        for opening in layer.values():
            actual = _after(game, opening)
            for move in actual.legal_moves:
                below.setdefault(actual.play_unchecked(move).canonical(), (*opening, move))
                if len(below) > LISTED:
                    return None
        layer = below
    return [opening for opening in layer.values() if balanced(_after(game, opening))]


def _drawn(game: Game, plies: int, count: int, rng: random.Random, balanced: _Balance) -> Iterator[Opening]:
    seen: set[Position] = set()
    vain = 0
    while len(seen) < count and vain < _IN_VAIN:
        position, opening = Position(game), EMPTY
        while position.ply < plies and position.outcome is None:
            move = rng.choice(position.legal_moves)
            position, opening = position.play_unchecked(move), (*opening, move)
        same = position.canonical()
        if same in seen or not balanced(position):
            vain += 1
            continue
        seen.add(same)
        vain = 0
        yield opening


def _after(game: Game, opening: Opening) -> Position:
    *_, position = positions_after(game, opening)
    return position


def from_records(game: Game, records: Iterable[Record], source: str) -> tuple[Opening, ...]:
    """Return the moves of games as openings; `source` names them in errors.

    Raises MatchError, which gives the number of the game, for another game, a finished one, and one that is not read.

    >>> from_records(Game(3, 3, 3), [Record(Game(3, 3, 3), (4, 0))], "here")
    ((4, 0),)
    """
    openings: list[Opening] = []
    try:
        for record in records:
            openings.append(_opening(game, record, len(openings) + 1))
    except NoughtsError as error:
        raise MatchError(Said("error.in-openings", {"source": repr(source), "reason": error.said})) from None
    if not openings:
        raise MatchError(Said("error.openings-none", {"source": repr(source)}))
    return tuple(dict.fromkeys(openings))


def _opening(game: Game, record: Record, number: int) -> Opening:
    """The moves of a game, the one with this number. Raises MatchError for another game, or one that is over."""
    if record.game != game:
        reason = Said("error.opening-of-other", {"game": record.game, "expected": game})
    elif outcome := record.final.outcome:
        reason = Said("error.opening-ends", {"ending": outcome.said})
    else:
        return record.moves
    raise MatchError(Said("error.game-number", {"number": number, "reason": reason}))

"""Matches that are computed exactly, and the openings of all matches."""

from collections.abc import Callable, Mapping
from importlib import import_module
from math import inf
from pathlib import Path

from noughts.arena.exact_match import MAX_POSITIONS, exact_match
from noughts.arena.openings import EMPTY, LISTED, Opening, at_peace, from_records, generate
from noughts.arena.play import examples
from noughts.arena.ratings import rate
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded, MatchError, NoAnswer, NotationError, StrategyError, file_errors
from noughts.files import contents
from noughts.players.player import Player
from noughts.results.match import ExactMatchResult, exact_result
from noughts.solve.minimax import Plain
from noughts.words import Said, Words

SMALL = 9  # cells: on larger boards, played games begin with PLIES random moves
PLIES = 2
SECONDS = 10.0  # time limit of an exact result, before games are played instead
_OPENINGS = 1_000  # at most; more games use them again


def compute_or_reason(
    players: Mapping[str, Player],
    schedule: Schedule,
    openings: str | None,
    max_positions: int | None,
    progress: Callable[[str, str, int], None],
) -> ExactMatchResult | str:
    """Return the exact result of a match, or the reason why it can only be sampled.

    `openings`: see `openings_of`; None for the empty board. With `max_positions` it takes as long as it takes.
    `progress` gets X, O and the positions decided.
    """
    game = schedule.game
    try:
        match = exact_match(
            players,
            game,
            openings_of(openings, game, schedule.seed) if openings else (EMPTY,),
            max_positions=max_positions or MAX_POSITIONS,
            seconds=inf if max_positions else SECONDS,
            progress=progress,
        )
    except (StrategyError, NoAnswer) as error:
        return str(error)
    except LimitExceeded as error:
        return str(Said("match.more-positions", {"reason": error.said}))
    loaded = list(players.values())
    shown = [  # of every two players, for either seat
        record
        for x, o in match.results
        for record in examples(loaded[x], loaded[o], game, match.openings, (match.names[x], match.names[o]))
    ]
    return exact_result(match, rate(len(match.names), match.pair_results()), shown)


def openings_of(text: str | None, game: Game, seed: int, games: int | None = None) -> tuple[Opening, ...]:
    """Return the openings that a text names: those of a file, or balanced ones of a number of plies.

    Without a text: the empty board, or balanced openings on a larger board. `games` are those of a pair that is played.
    Raises FileError and MatchError.
    """
    count = LISTED if games is None else min(games // 2, _OPENINGS)
    if text is None:
        return _balanced(game, 0 if game.cells <= SMALL else PLIES, count, seed)
    if (plies := _plies(text)) is not None:
        return _balanced(game, plies, count, seed)
    records = import_module("noughts.records")  # its formats take longer to import than a small match
    return from_records(game, records.read_openings(_content(text), game), text)


def known_of(text: str | None, game: Game) -> tuple[Words, ...]:
    """Return what is assumed to read a file of openings, a sentence each; none if the text names no file.

    Raises FileError.
    """
    if text is None or _plies(text) is not None:
        return ()
    try:
        known: tuple[Words, ...] = import_module("noughts.records").how_read(_content(text), game)
    except NotationError:  # `openings_of` refuses the file too, and names it
        return ()
    return known


def _plies(text: str) -> int | None:
    """The number of plies that a text names, None if it names a file."""
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _content(name: str) -> bytes:
    with file_errors("read", name):
        return contents(Path(name))


def _balanced(game: Game, plies: int, count: int, seed: int) -> tuple[Opening, ...]:
    """Return openings without an immediate win, and drawn if plain Python can compute their value."""
    truth = Plain()

    def level(position: Position) -> bool:
        return at_peace(position) and max(truth.values(position).values()).result == 0

    try:
        return generate(game, plies, count, seed=seed, balanced=level)
    except (LimitExceeded, MatchError):  # out of reach, or none is a draw
        return generate(game, plies, count, seed=seed)

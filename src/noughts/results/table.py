"""A table of players, every two of whom met in a match of their own: noughts/table/1."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from noughts.core.game import Game
from noughts.results.match import ExactMatchResult
from noughts.results.notes import PlayerNotes
from noughts.results.sampled_match import SampledMatchResult

PairMatch = ExactMatchResult | SampledMatchResult  # of two players


@dataclass(frozen=True)
class Standing:
    """The mean score of a player over the pairs that have met; null without any."""

    player: str
    mean: float | None
    met: int


@dataclass(frozen=True, kw_only=True)
class TableResult(PlayerNotes):
    """The document noughts/table/1: the matches so far, and the standings, the best first.

    `games` are those of a sampled pair. `reason`: why the table is not complete.
    """

    schema: Literal["noughts/table/1"] = "noughts/table/1"
    game: Game
    players: list[str]
    games: int
    seed: int
    complete: bool
    reason: str | None
    standings: list[Standing]
    matches: list[PairMatch]


@dataclass(frozen=True, kw_only=True)
class TableProgress:
    """How far a table is: the pairs that are finished, the players of the next one and its games or positions.

    `result`: the table so far.
    """

    pairs: int
    of: int
    players: list[str]
    positions: int | None = None
    games: int | None = None
    games_of: int | None = None
    result: TableResult


def table_result(
    game: Game, players: Sequence[str], games: int, seed: int, matches: Sequence[PairMatch], reason: str = ""
) -> TableResult:
    """Return the table of the matches so far, each of two players."""
    pairs = len(players) * (len(players) - 1) // 2
    return TableResult(
        game=game,
        players=list(players),
        games=games,
        seed=seed,
        complete=len(matches) == pairs and all(_is_complete(match) for match in matches),
        reason=reason or None,
        standings=_standings(players, matches),
        matches=list(matches),
    )


def _is_complete(match: PairMatch) -> bool:
    return isinstance(match, ExactMatchResult) or match.complete


def _standings(players: Sequence[str], matches: Sequence[PairMatch]) -> list[Standing]:
    scores: dict[str, list[Fraction]] = {player: [] for player in players}
    for match in matches:
        [pair] = match.pairs
        score = Fraction(pair.score)
        scores[pair.first].append(score)
        scores[pair.second].append(1 - score)
    found = [Standing(player, float(sum(won) / len(won)) if won else None, len(won)) for player, won in scores.items()]
    return sorted(found, key=lambda row: (row.mean is None, -(row.mean or 0)))

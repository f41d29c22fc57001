"""A table of players as JSON: every two of them met in a match of their own. noughts/table/1."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from noughts.core.game import Game


def table(
    game: Game, players: Sequence[str], games: int, seed: int, matches: Sequence[dict[str, Any]], reason: str = ""
) -> dict[str, Any]:
    """Return the document of the matches so far: each is what `noughts match A B --json` prints for two players.

    `games` are those of a sampled pair. `standings` has the mean score of each player over the pairs that have met, the
    best first. `reason`: why the table is not complete.
    """
    pairs = len(players) * (len(players) - 1) // 2
    return {
        "schema": "noughts/table/1",
        "game": game.to_list(),
        "players": list(players),
        "games": games,
        "seed": seed,
        "complete": len(matches) == pairs and all(match.get("complete", True) for match in matches),
        "reason": reason or None,
        "standings": _standings(players, matches),
        "matches": list(matches),
    }


def _standings(players: Sequence[str], matches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    scores: dict[str, list[Fraction]] = {player: [] for player in players}
    for match in matches:
        [pair] = match["pairs"]
        score = Fraction(pair["score"])
        scores[pair["first"]].append(score)
        scores[pair["second"]].append(1 - score)
    found = [
        {"player": player, "mean": float(sum(won) / len(won)) if won else None, "met": len(won)}
        for player, won in scores.items()
    ]
    return sorted(found, key=lambda row: (row["mean"] is None, -(row["mean"] or 0)))

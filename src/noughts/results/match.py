"""The result of a match as JSON, exact or sampled: noughts/match/1."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from noughts.arena.exact import ExactMatch
from noughts.arena.examples import chosen
from noughts.arena.measure import CONFIDENCE
from noughts.arena.sprt import Sprt, elo_of, score_interval
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.record import Record

if TYPE_CHECKING:
    from noughts.arena.match import Match
    from noughts.arena.openings import Opening
    from noughts.arena.ratings import Ratings
    from noughts.arena.results import HeadToHead


def exact_match(match: ExactMatch, ratings: "Ratings | None", examples: Sequence[Record] = ()) -> dict[str, Any]:
    """Return the document of an exact match; its numbers are fractions, as texts. `examples`: games to look at."""
    names = match.names
    return {
        **_head(match.game, names, "exact"),
        "openings": _openings(match.game, match.openings),
        "chances": [
            {
                "x": names[x],
                "o": names[o],
                "x_wins": str(result.chances.win),
                "draw": str(result.chances.draw),
                "o_wins": str(result.chances.loss),
                "positions": result.positions,
                "forfeits": [
                    {"player": names[x if side is Side.X else o], "chance": str(chance), "reason": reason}
                    for side, (chance, reason) in result.forfeits.items()
                ],
            }
            for (x, o), result in match.results.items()
        ],
        "pairs": [
            {
                "first": names[first],
                "second": names[second],
                **{name: str(chance) for name, chance in vars(chances).items()},
                "score": str(chances.win + chances.draw / 2),
            }
            for (first, second), chances in match.head_to_heads().items()
        ],
        "ratings": _ratings(names, ratings, sampled=False),
        "examples": _examples(examples),
    }


def sampled_match(match: "Match", ratings: "Ratings", reason: str) -> dict[str, Any]:
    """Return the document of a match that was played; `reason` says why it was not computed."""
    schedule, names, meetings = match.schedule, match.schedule.names, match.head_to_heads()
    return {
        **_head(schedule.game, names, "sampled"),
        "reason": reason,
        "openings": _openings(schedule.game, schedule.openings),
        "seed": schedule.seed,
        "games": len(schedule),
        "played": len(match.records),
        "complete": match.complete,
        "pairs": [_pair(names, meeting) for meeting in meetings],
        "repeated": [[names[meeting.first], names[meeting.second]] for meeting in match.repeated()],
        "ratings": _ratings(names, ratings, sampled=True),
        "sprt": None if match.sprt is None else _sprt(match.sprt, meetings[0].pairs),
        "forfeits": [
            {"player": names[player], "games": count, "reason": why}
            for player, (count, why) in match.forfeits().items()
        ],
        "late": [
            {"player": names[player], **late.to_dict(), "mean": late.mean}
            for player, late in sorted(match.late.items())
        ],
        "examples": _examples(_of_every_two(match)),
    }


def _sprt(test: Sprt, pairs: Sequence[int]) -> dict[str, Any]:
    """The state of a test after some pairs of games."""
    low, high = test.bounds
    return {**vars(test), "llr": test.llr(pairs), "lower": low, "upper": high, "decision": test.decision(pairs)}


def _head(game: Game, names: Sequence[str], method: str) -> dict[str, Any]:
    return {"schema": "noughts/match/1", "game": game.to_list(), "players": list(names), "method": method}


def _openings(game: Game, openings: Sequence["Opening"]) -> list[list[str]]:
    return [[game.name(move) for move in opening] for opening in openings]


def _pair(names: Sequence[str], meeting: "HeadToHead") -> dict[str, Any]:
    interval = score_interval(meeting.pairs)
    return {
        "first": names[meeting.first],
        "second": names[meeting.second],
        **vars(meeting.all),
        "as_x": vars(meeting.as_x),
        "as_o": vars(meeting.as_o),
        "score": meeting.all.score,
        "confidence": CONFIDENCE,
        "interval": list(interval),
        "elo": _finite(elo_of(meeting.all.score)),
        "elo_interval": [_finite(elo_of(bound)) for bound in interval],
        "pairs": list(meeting.pairs),
    }


def _of_every_two(match: "Match") -> list[Record]:
    """Return examples of the games of every two players, for either seat."""
    played: dict[tuple[str, str], list[Record]] = {}
    for record in match.games:
        played.setdefault(record.players, []).append(record)
    return [record for records in played.values() for record in chosen(records)]


def _examples(records: Sequence[Record]) -> list[dict[str, Any]]:
    return [
        {
            "x": record.players[0],
            "o": record.players[1],
            "moves": list(record.cell_names),
            "result": record.result,
            "ending": record.ending,
        }
        for record in records
    ]


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value


def _ratings(names: Sequence[str], ratings: "Ratings | None", *, sampled: bool) -> dict[str, Any] | None:
    """The ratings; None where no finite ones exist."""
    if ratings is None:
        return None
    return {
        "model": "Davidson",
        "draws": ratings.draws,
        "prior": ratings.prior,
        "players": [
            {"name": name, "elo": elo, **({"standard_error": error} if sampled else {})}
            for name, elo, error in zip(names, ratings.elo, ratings.errors, strict=True)
        ],
    }

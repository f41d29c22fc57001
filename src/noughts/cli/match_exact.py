"""The output of an exact match, as text and as JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import click

from noughts.arena.exact import ExactResult
from noughts.arena.openings import Opening
from noughts.arena.ratings import PairResult, rate
from noughts.cli.common import say, show_table
from noughts.cli.match_page import cross_table, openings_document, ratings_document, standings
from noughts.core.game import Game
from noughts.core.position import Side

_Found = Mapping[tuple[int, int], ExactResult]
Triple = tuple[Fraction, Fraction, Fraction]


def _both_ways(found: _Found, first: int, second: int) -> Triple:
    """Return win, draw and loss of the first against the second, half as X and half as O."""
    there, back = found[first, second].chances, found[second, first].chances
    return (there.win + back.loss) / 2, (there.draw + back.draw) / 2, (there.loss + back.win) / 2


def _pairs(names: Sequence[str]) -> list[tuple[int, int]]:
    return [(i, j) for i in range(len(names)) for j in range(i + 1, len(names))]


def _results(names: Sequence[str], found: _Found) -> list[PairResult]:
    return [PairResult(i, j, *map(float, _both_ways(found, i, j))) for i, j in _pairs(names)]


def document(game: Game, names: Sequence[str], openings: Sequence[Opening], found: _Found) -> dict[str, Any]:
    """Return the JSON document noughts/match/1 of an exact match; its numbers are fractions, as texts."""
    ratings = rate(len(names), _results(names, found))
    return {
        "schema": "noughts/match/1",
        "game": game.to_list(),
        "players": list(names),
        "method": "exact",
        "openings": openings_document(game, openings),
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
            for (x, o), result in found.items()
        ],
        "pairs": [
            {
                "first": names[i],
                "second": names[j],
                **{name: str(chance) for name, chance in zip(("win", "draw", "loss"), chances, strict=True)},
                "score": str(chances[0] + chances[1] / 2),
            }
            for i, j in _pairs(names)
            for chances in [_both_ways(found, i, j)]
        ],
        "ratings": ratings_document(names, ratings, sampled=False),
    }


def report(game: Game, names: Sequence[str], openings: Sequence[Opening], found: _Found, fractions: bool) -> None:
    """Print an exact match, its chances as decimals or as fractions."""
    from rich.markup import escape
    from rich.table import Table

    begin = "from the empty board" if list(openings) == [()] else f"from {len(openings):,} openings, equally likely"
    say(click.style(f"{game}, {begin}: exact", bold=True))
    for i, j in _pairs(names):
        win, draw, loss = _both_ways(found, i, j)
        chances = " - ".join(shown(chance, fractions) for chance in (win, loss, draw))
        score = shown(win + draw / 2, fractions)
        say(f"Score of {names[i]} vs {names[j]}: {chances} (won - lost - drawn)  [{score}] exact")
    say()
    grid = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("X", "O"):
        grid.add_column(column, no_wrap=True)
    for column in ("X wins", "draw", "O wins"):
        grid.add_column(column, justify="right", overflow="fold")
    for (x, o), result in found.items():
        row = (shown(chance, fractions) for chance in vars(result.chances).values())
        grid.add_row(*map(escape, (names[x], names[o])), *row)
    show_table(grid)
    for (x, o), result in found.items():
        for side, (chance, reason) in result.forfeits.items():
            player, part = names[x if side is Side.X else o], shown(chance, fractions)
            say(f"{player} fails in {part} of its games, and loses them: {reason}")
    scores = {}
    for i, j in _pairs(names):
        win, draw, _ = _both_ways(found, i, j)
        scores[i, j] = float(win + draw / 2)
    if len(names) > 2:
        say()
        cross_table(names, scores, {})
    say()
    standings(names, rate(len(names), _results(names, found)), sampled=False)


def shown(chance: Fraction, fractions: bool) -> str:
    """Return a probability as a decimal of six digits, or as a fraction.

    >>> shown(Fraction(2, 3), False), shown(Fraction(2, 3), True), shown(Fraction(1), False)
    ('0.666667', '2/3', '1')
    """
    return str(chance) if fractions else f"{float(chance):.6g}"

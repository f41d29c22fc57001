"""Regenerates `ladder.json`, what the named levels are measured to be: `make figures`.

Each level plays the best one and the next one, in both seats. A level whose only chance is in ties is computed, another
is sampled. `python -m benchmarks.figures levels:4,4,4` measures one board alone.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import noughts
from noughts.arena.exact_match import exact
from noughts.arena.measurement import wilson
from noughts.arena.play import measure
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, StrategyError
from noughts.files import replacing
from noughts.players.player import Player, Strategy
from noughts.strategies import registry

_FILE = Path(noughts.__file__).parent / "app" / "ladder.json"
PAGE = Path(__file__).parent.parent / "docs" / "strategies.md"
BEGIN, END = "<!-- ladder -->\n\n", "\n\n<!-- end of the ladder -->"
BOARDS = ("3,3,3", "4,4,4", "6,5,4", "7,6,4", "7,6,4-gravity", "10,10,5", "15,15,5")
_SECONDS = 20.0  # for computing a result, before it is sampled instead
GAMES = {"instant": 1000, "search": 100, "clock": 20}  # in a seat, by what a move of the slower player takes


@dataclass(frozen=True)
class SeatResult:
    """A player's result in one seat: its shares of games, and whether they are computed (else sampled)."""

    shares: Tally[Fraction]
    exact: bool


def main(boards: Sequence[str] = ()) -> None:
    """Write the file, a line for each pairing: anew for these boards (by default all), as it was for the others."""
    known = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else []
    measured = {board: list(rungs(board)) for board in boards or BOARDS}
    kept = {board: [rung for rung in known if rung["game"] == board] for board in BOARDS}
    found = [rung for board in BOARDS for rung in (kept | measured).get(board, [])]
    lines = ",\n".join(json.dumps(rung, separators=(",", ":")) for rung in found)
    with replacing(_FILE, "w") as file:
        file.write(f"[\n{lines}\n]\n")


def page(text: str) -> str:
    """Return the page of strategies with the table of what is measured between its marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert end, f"{PAGE} lacks its marks"
    return before + begin + table(json.loads(_FILE.read_text(encoding="utf-8"))) + end + after


def table(pairings: Sequence[dict[str, Any]]) -> str:
    """Return the table in docs/strategies.md, a row for each board: what each level loses to the best one."""
    rows = ["| board | easy | medium | hard | expert |", "|---|---|---|---|---|"]
    for board, played in groupby(pairings, lambda rung: rung["game"]):
        lost = {level: next(rungs)["lost"] for level, rungs in groupby(played, lambda rung: rung["level"])}
        cells = [f"{100 * lost[level]:.1f}%" if level in lost else "" for level in ("easy", "medium", "hard", "expert")]
        rows.append(f"| {' | '.join([board, *cells])} |")
    return "\n".join(rows)


def rungs(board: str) -> Iterator[dict[str, Any]]:
    """Yield the pairings of a board: the shares of games that a level wins and loses against the best and the next."""
    game = Game.from_text(board)
    levels = registry.levels(game)
    names = list(levels)
    for name, following in pairwise(names):
        for rival in dict.fromkeys((names[-1], following)):
            shares = _shares(levels[name], levels[rival], game)
            yield {"game": board, "level": name, "against": rival, **shares}


def _shares(level: str, rival: str, game: Game) -> dict[str, Any]:
    """Return the shares, half of the games in each seat; `interval` is that of the lost ones, at 95 % confidence."""
    players = registry.load(level), registry.load(rival)
    games = min(GAMES[_pace(player)] for player in players)
    seats = [_found(seat_result(*players, game, side, games)) for side in Side]
    won, lost = (_mean([getattr(result.shares, name) for result in seats]) for name in ("win", "loss"))
    if all(result.exact for result in seats):
        return {"won": _rounded(won), "lost": _rounded(lost), "games": None, "interval": None}
    interval = [round(bound, 4) for bound in wilson(round(lost * 2 * games), 2 * games)]
    return {"won": _rounded(won), "lost": _rounded(lost), "games": 2 * games, "interval": interval}


def seat_result(player: Strategy, rival: Strategy, game: Game, seat: Side, games: int) -> SeatResult | None:
    """Return a player's result in a seat: computed if possible, else sampled. None if the rival fails."""
    x, o = (player, rival) if seat is Side.X else (rival, player)
    try:
        found = exact(x, o, game, seconds=_SECONDS)
    except (StrategyError, LimitExceeded):
        sampled = measure(player, rival, game, seat, games=games)
        if sampled.opponent_failed:
            return None
        return SeatResult(Tally(*(Fraction(count, games) for count in vars(sampled.games).values())), exact=False)
    if seat.opponent in found.forfeits:
        return None
    return SeatResult(found.chances if seat is Side.X else found.chances.reversed, exact=True)


def _pace(player: Player) -> str:
    """Return what a move takes: hardly any time, a search, or as much time as the player's clock gives."""
    if player.cost != "search":
        return "instant"
    return "clock" if player.seconds else "search"


def _mean(shares: Sequence[Fraction]) -> Fraction:
    return sum(shares, Fraction()) / len(shares)


def _rounded(share: Fraction) -> float:
    return round(float(share), 4)


def _found(result: SeatResult | None) -> SeatResult:
    assert result is not None  # no level fails
    return result

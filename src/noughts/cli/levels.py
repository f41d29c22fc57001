"""`noughts levels`: the measured strength of every level."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from noughts.arena.levels import GAMES, LevelResult, Share, read_level
from noughts.cli.common import (
    Count,
    FileParam,
    Ticker,
    aside,
    emit,
    game_option,
    json_option,
    require_folder,
    say,
    seed_option,
    show_table,
)
from noughts.cli.players import load_player
from noughts.cli.tables import tables_option
from noughts.cli.warm_up import compiled_for
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, require_support, supports
from noughts.errors import file_errors
from noughts.files import replacing
from noughts.solve.oracle import quick_oracle
from noughts.solve.tabulated import table_folder
from noughts.strategies import registry
from noughts.strategies.exact import Perfect

_REFERENCES = {"random": "against random", "perfect": "against perfect play"}
_LEVEL = "level"  # the option of a strategy that has levels
BEGIN, END = "<!-- levels: what follows is written by `noughts levels --write` -->", "<!-- levels: end -->"

_Readings = dict[str, LevelResult | None]


@dataclass(frozen=True)
class _Row:
    """A player in one seat, with its result against each reference (None: out of reach)."""

    player: str
    seat: Side
    readings: _Readings


@click.command()
@click.argument("players", nargs=-1, metavar="[STRATEGY ...]")
@game_option
@click.option("--games", type=Count(min=1), default=GAMES, show_default=True, help="The number of games of a sample.")
@seed_option
@click.option(
    "--write",
    type=FileParam(),
    metavar="FILE",
    help="Write the table to FILE, in Markdown; it replaces an earlier table in the file.",
)
@tables_option
@json_option
def levels(players: tuple[str, ...], game: Game, games: int, seed: int, write: Path | None, as_json: bool) -> None:
    """Measure players against random and against perfect play; by default, every level of every strategy.

    The result is exact if the player's only chance is in ties; else it is sampled in games, with an interval at 95 %.
    """
    if write is not None:
        require_folder(write, "--write")
        _around_table(write)  # an unsuitable file is refused before the work
    with aside(), Ticker() as ticker:
        loaded = {spec: load_player(spec) for spec in players or shipped(game)}
        for player in loaded.values():
            require_support(player, game)
        compiled_for(loaded.values(), game)
        rows = list(measured(loaded, game, games, seed, ticker))
    if write is not None:
        _write_table(write, markdown(game, rows, games, seed))
        click.echo(f"wrote {write}", err=True)
    if as_json:
        emit(_document(game, rows, games, seed))
    elif write is None:
        _report(game, rows, games)


def shipped(game: Game) -> list[str]:
    """Return every level of every shipped strategy that plays a game, as written on the command line."""
    found = []
    for name in registry.shipped(game):
        _, choices = registry.options_of(registry.find(name)).get(_LEVEL, ("", ""))
        specs = [f"{name}:{_LEVEL}={choice}" for choice in choices.split("|")] if choices else [name]
        found += [spec for spec in specs if supports(registry.load(spec), game)]
    return found


def measured(players: dict[str, Strategy], game: Game, games: int, seed: int, ticker: Ticker) -> Iterator[_Row]:
    """Measure each player in both seats."""
    # A strategy that searches for the value of each position is too slow as a reference.
    references = {"random": load_player("random"), "perfect": Perfect.asking(quick_oracle())}
    for spec, player in players.items():
        for seat in Side:
            readings: _Readings = {}
            for name, reference in references.items():

                def show(played: int, name: str = name, spec: str = spec) -> None:
                    ticker.show(lambda seconds: f"{spec} against {name}: {played:,} of {games:,} games")

                readings[name] = read_level(player, reference, game, seat, games=games, seed=seed, progress=show)
            yield _Row(spec, seat, readings)


def _report(game: Game, rows: list[_Row], games: int) -> None:
    """Print the table."""
    from rich.markup import escape
    from rich.table import Table

    say(click.style(f"{game}: won, drawn and lost, in per cent", bold=True))
    grid = Table(box=None, padding=(0, 2, 0, 0))
    grid.add_column("player", no_wrap=True)
    grid.add_column("moving", no_wrap=True)
    for title in _REFERENCES.values():
        for column in (f"{title}:  won", "drawn", "lost"):
            grid.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        cells = [_shares(reading) for reading in row.readings.values()]
        grid.add_row(escape(row.player), row.seat.seat, *(text for texts in cells for text in texts))
    show_table(grid, cut=False)
    say(f"Exact; with an interval sampled in {games:,} games, at 95 % confidence.")
    if any(reading is None for row in rows for reading in row.readings.values()):
        table = table_folder() / f"{game}.table"
        say(f"Perfect play is out of reach without its table: noughts tabulate {game} --out '{table}'")


def _shares(reading: LevelResult | None) -> list[str]:
    """Return the three shares in per cent; exact ones with enough digits to differ from 0 and 100."""
    if reading is None:
        return ["-", "-", "-"]
    return [_percent(share) for share in vars(reading).values()]


def _percent(share: Share) -> str:
    """Return a share in per cent; a sampled one with its interval.

    >>> from fractions import Fraction
    >>> sampled = Share(Fraction(1, 2), (0.469, 0.531))
    >>> _percent(Share(Fraction(95, 96))), _percent(sampled), _percent(Share(Fraction(1)))
    ('98.96', '50.0 (46.9-53.1)', '100')
    """
    value = float(100 * share.value)
    if share.interval is not None:
        low, high = share.interval
        return f"{value:.1f} ({100 * low:.1f}-{100 * high:.1f})"
    if share.value in (0, 1):
        return f"{value:.0f}"
    return f"{value:.2f}" if 0.005 <= value < 99.995 else f"{value:.4g}"


def markdown(game: Game, rows: list[_Row], games: int, seed: int) -> str:
    """Return the table in Markdown; exact shares as fractions if these are short."""
    titles = [f"{title}: won / drawn / lost" for title in _REFERENCES.values()]
    lines = [
        f"On {game}, in per cent. Exact, with the fraction where it is short; with an interval sampled in {games:,} "
        f"games (seed {seed}), at 95 % confidence.",
        "",
        f"| player | moving | {' | '.join(titles)} |",
        f"|---|---|{'---|' * len(titles)}",
    ]
    for row in rows:
        cells = [_cell(reading) for reading in row.readings.values()]
        lines.append(f"| `{row.player}` | {row.seat.seat} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(reading: LevelResult | None) -> str:
    if reading is None:
        return "out of reach"
    texts = []
    for share, text in zip(vars(reading).values(), _shares(reading), strict=True):
        short = share.interval is None and share.value not in (0, 1) and len(str(share.value)) <= 9
        texts.append(f"{text} ({share.value})" if short else text)
    return " / ".join(texts)


def _write_table(path: Path, table: str) -> None:
    """Write the table between its marks, or to a new file."""
    before, after = _around_table(path)
    with file_errors("write", path), replacing(path, "w") as file:
        file.write(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}")


def _around_table(path: Path) -> tuple[str, str]:
    """Return the text before and after the table of a file. Raises BadParameter if the file has text but no table."""
    with file_errors("read", path):
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, found, rest = text.partition(BEGIN)
    if text and not found:
        raise click.BadParameter(f"{str(path)!r} has no line {BEGIN!r}.", param_hint="'--write'")
    return before, rest.partition(END)[2] or "\n"


def _document(game: Game, rows: list[_Row], games: int, seed: int) -> dict[str, Any]:
    """Return the JSON document noughts/levels/1: exact shares as fractions, sampled ones with an interval."""
    return {
        "schema": "noughts/levels/1",
        "game": game.to_list(),
        "games": games,
        "seed": seed,
        "rows": [
            {
                "player": row.player,
                "moving": row.seat.seat,
                **{name: _readable(reading) for name, reading in row.readings.items()},
            }
            for row in rows
        ],
    }


def _readable(reading: LevelResult | None) -> dict[str, Any] | None:
    if reading is None:
        return None
    if reading.is_exact:
        return {"method": "exact", **{name: str(share.value) for name, share in vars(reading).items()}}
    return {
        "method": "sampled",
        **{name: _sampled(share) for name, share in vars(reading).items()},
    }


def _sampled(share: Share) -> dict[str, Any]:
    assert share.interval is not None
    value, (low, high) = float(share.value), share.interval
    return {"share": value, "error": max(high - value, value - low), "interval": [low, high]}

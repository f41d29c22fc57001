"""Lines that beat the shipped strategies on boards whose games are too many to count: benchmarks/losing_lines.json.

    make figures                                    look for all lines again: about ten minutes on two cores
    python -m benchmarks.losing_lines --game 7,7,4  on one board

Every line is found from the empty board, first by a search alone, then a shorter one is looked for. docs/gallery.md has
those of two boards; a test replays them all by the rules and the strategies' own answers.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from noughts.app.proofs import prover
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.files import replacing
from noughts.prove import Uncounted
from noughts.prove.terms import ProofTerms
from noughts.results.codec import decode, encode
from noughts.search import kernel_loading
from noughts.strategies import registry

FILE = Path(__file__).with_suffix(".json")
GAMES = ("5,5,4", "6,6,4", "7,7,4", "7,7,5", "10,10,5", "15,15,5", "19,19,6")
STRATEGIES = ("weights", "paths", "potential", "tactical", "first")
SEARCHES = (("search:nodes=2000", "9,9,5"), ("search:nodes=2000", "15,15,5"))
SECONDS = 10.0  # for a first line, and for a shorter one
SEARCH_SECONDS = 60.0  # for a line against a search


@dataclass(frozen=True)
class KnownLine:
    """The search for a line that beats a strategy in a seat: its cost until a first line, and the shortest known.

    `plies`: of the first line, None without one; `line`: the shortest known; `shortest`: no shorter one is there.
    """

    strategy: str
    game: str
    seat: str
    plies: int | None
    tried: int
    asked: int
    seconds: float
    line: list[str] | None
    shortest: bool


def known_lines() -> list[KnownLine]:
    """Return what the file says."""
    return [decode(KnownLine, row) for row in json.loads(FILE.read_text())]


def look_again(game: str | None = None) -> None:
    """Look for the lines of one board or of all, and write the file."""
    kernel_loading.load()
    rows = {(row.strategy, row.game, row.seat): row for row in (known_lines() if FILE.exists() else [])}
    for row in _found(game):
        key = row.strategy, row.game, row.seat
        rows[key] = _with_shorter(row, rows.get(key))
        print(_in_words(rows[key]), flush=True)
        with replacing(FILE, "w") as file:
            file.write("[\n" + ",\n".join(json.dumps(encode(each)) for each in rows.values()) + "\n]\n")


def _found(only: str | None) -> Iterator[KnownLine]:
    cells = [(name, game, SECONDS) for game in GAMES for name in STRATEGIES]
    cells += [(name, game, SEARCH_SECONDS) for name, game in SEARCHES]
    for name, game, seconds in cells:
        for side in Side:
            if only in (None, game):
                yield _line(name, Game.from_text(game), side, seconds)


def _line(name: str, game: Game, side: Side, seconds: float) -> KnownLine:
    began = perf_counter()
    first = _look(name, game, side, ProofTerms(line_seconds=seconds))
    spent = round(perf_counter() - began, 2)
    best = first
    if first.losing_line is not None:
        shorter = _look(name, game, side, ProofTerms(line_seconds=SECONDS, shortest=True))
        best = first if shorter.losing_line is None else shorter
    assert first.tried is not None
    assert first.asked is not None
    return KnownLine(
        strategy=name,
        game=str(game),
        seat=side.seat,
        plies=None if first.losing_line is None else len(first.losing_line),
        tried=first.tried,
        asked=first.asked,
        seconds=spent,
        line=None if best.losing_line is None else best.losing_line.names,
        shortest=best.shortest,
    )


def _with_shorter(row: KnownLine, known: KnownLine | None) -> KnownLine:
    """Return the row with the line known before, if it is shorter, or as short and no shorter one is there.

    A search may answer otherwise than it did, so its lines are found anew.
    """
    if known is None or known.line is None or row.strategy not in STRATEGIES:
        return row
    if row.line is not None and (len(row.line), not row.shortest) <= (len(known.line), not known.shortest):
        return row
    return replace(row, line=known.line, shortest=known.shortest)


def _look(name: str, game: Game, side: Side, terms: ProofTerms) -> Uncounted:
    return prover(registry.load(name), game, terms).line_search(side).finding()


def _in_words(row: KnownLine) -> str:
    first = f"{row.plies} plies, {row.tried} games, {row.asked} asked, {row.seconds} s"
    return (
        f"{row.strategy} on {row.game}, moving {row.seat}: {first}; {len(row.line or ())}{' shortest' * row.shortest}"
    )


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--game", choices=(*GAMES, "9,9,5"))
    look_again(parser.parse_args().game)

"""A match between two versions or strengths of `search`, with the same openings for both.

    python -m benchmarks.search_match 15,15,5 --seconds 0.1 --against ../before    this tree against another checkout
    python -m benchmarks.search_match 15,15,5 --nodes 20000 --rival-nodes 10000    this tree against itself with less

The openings are those of `--openings FILE`, such as `benchmarks/openings-15,15,5.txt`, else drawn: calm and balanced
(`benchmarks.openings`). Each is played with both colours, and what counts are the pairs of games: won, even or lost.
With `--sprt` the match ends when a sequential test is decided, as that of `noughts match`. The clock is the processor
time of the thread that searches, so both have the same time on a busy machine too. With nodes the same seed gives the
same games.

The last line is the result as JSON: date, commits, game, budgets, seed, games, pairs, score, and how many of the wins
that each search claimed were not won. `--log FILE` appends this line to a file. `--lost FILE` writes the games that
this tree lost (`benchmarks.threat_positions` reads them). Ctrl-C ends the match and reports the games played so far
(exit code 130).
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.openings import balanced
from noughts.arena.match import Match
from noughts.arena.openings import from_records
from noughts.arena.schedule import Schedule
from noughts.arena.sprt import Sprt
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import NoughtsError, StrategyError
from noughts.players.player import Decision
from noughts.records import read_openings, write_records

TREE = Path(__file__).parent.parent
NAMES = ("search", "rival")
TOLD = 10  # games between two lines about the score

Limits = dict[str, float]  # `seconds` or `nodes` of a move


class Searcher:
    """`search` of a source tree, in a process of its own: a strategy with the same budget for each move."""

    noisy = True

    def __init__(self, name: str, tree: Path, game: Game, limits: Limits) -> None:
        self.name, self.game = name, game
        self.seconds = list[float]()  # of each move
        self.depths = list[int]()  # of each move that is searched and not proved
        self.claims = set[Position]()  # where it has proved a win
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("search_worker.py"), str(game), json.dumps(limits)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(tree / "src")},
            text=True,
        )
        self._read()  # `ready`

    def supports(self, game: Game) -> bool:
        """Return whether a game is the one that it was started for."""
        return game == self.game

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the move that the process finds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{position}\n")
        self._process.stdin.flush()
        move, result, depth, seconds = json.loads(self._read())
        self.seconds.append(seconds)
        if result is None and depth:
            self.depths.append(depth)
        if result == 1:
            self.claims.add(position)
        return Decision((move,))

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise StrategyError(f"the process of {self.name!r} ended, with exit code {self._process.wait()}")
        return line

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def broken_claims(self, games: Sequence[Record]) -> int:
        """Return the number of games in which it has proved a win and did not win."""

        def broken(record: Record) -> bool:
            side = Side.X if record.players[0] == self.name else Side.O
            claimed = any(position.side is side and position in self.claims for position in record.positions())
            return claimed and record.result != side.value

        return sum(map(broken, games))


def commit_of(tree: Path) -> str | None:
    """Return the commit of a source tree, with `+` if its sources have changed since; None without a repository."""
    git = ["git", "-C", str(tree)]
    head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    if head.returncode:
        return None
    changed = subprocess.run([*git, "status", "--porcelain", "src"], capture_output=True, text=True, check=True)
    return head.stdout.strip() + ("+" if changed.stdout else "")


def score(match: Match) -> dict[str, Any]:
    """Return the games and pairs of the first player: won, drawn or even, lost; and its points in per cent."""
    result = match.head_to_heads()[0]
    lost, half, even, more, won = result.pairs
    return {
        "games": list(vars(result.all).values()),
        "pairs": [more + won, even, lost + half],
        "score": round(100 * result.all.score, 1),
    }


def play(
    game: Game,
    games: int,
    seed: int,
    limits: tuple[Limits, Limits],
    trees: tuple[Path, Path],
    source: Path | None = None,
    sprt: Sprt | None = None,
) -> tuple[dict[str, Any], list[Record]]:
    """Play a match, from the openings of a file or from balanced ones; return its result, and the games it lost."""
    Schedule(game, NAMES, games)  # says what is wrong with the number of games
    if source is not None:
        openings = from_records(game, read_openings(source.read_bytes(), game), str(source))
    else:
        openings = balanced(game, games // 2, random.Random(f"search match {seed}"))
    match = Match(Schedule(game, NAMES, games, seed, openings), sprt=sprt)
    with ExitStack() as stack:
        players = {
            name: stack.enter_context(closing(Searcher(name, tree, game, limit)))
            for name, tree, limit in zip(NAMES, trees, limits, strict=True)
        }
        try:
            for count in match.play(players.__getitem__):
                if count % TOLD == 0:
                    print(f"{count} of {games}: {score(match)}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
    if forfeits := match.forfeits():
        raise StrategyError("; ".join(f"{NAMES[number]}: {reason}" for number, (_, reason) in forfeits.items()))
    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "commits": [commit_of(tree) for tree in trees],
        "game": str(game),
        "budgets": limits,
        "seed": seed,
        "openings": "balanced" if source is None else source.stem,
        "sprt": None if sprt is None else [sprt.elo0, sprt.elo1, match.verdict],
        **score(match),
        "broken claims": [player.broken_claims(match.games) for player in players.values()],
        "depth": [round(mean(player.depths or [0]), 1) for player in players.values()],
        "seconds": [round(mean(player.seconds or [0]), 4) for player in players.values()],
    }
    return result, [record for record in match.games if lost(record)]


def lost(record: Record) -> bool:
    """Return whether the first player lost a game."""
    side = Side.X if record.players[0] == NAMES[0] else Side.O
    return record.result == side.opponent.value


def source_tree(text: str) -> Path:
    """Return a folder that is a checkout: in any other one Python would import the package that is installed."""
    if not (Path(text) / "src" / "noughts").is_dir():
        raise argparse.ArgumentTypeError(f"no source tree {text!r}: expected a checkout with src/noughts")
    return Path(text).resolve()


def limits_of(seconds: float | None, nodes: int | None) -> Limits:
    """Return the limits that are given.

    >>> limits_of(0.1, None)
    {'seconds': 0.1}
    """
    return {name: value for name, value in (("seconds", seconds), ("nodes", nodes)) if value is not None}


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the match that the command line describes, and print its result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=Game.from_text)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--against", type=source_tree, default=TREE, metavar="TREE", help="the rival's source tree (this one)"
    )
    for who, words in (("", "of a move"), ("rival-", "of a move of the rival (the same)")):
        either = parser.add_mutually_exclusive_group(required=not who)
        either.add_argument(f"--{who}seconds", type=float, metavar="S", help=f"processor time {words}")
        either.add_argument(f"--{who}nodes", type=int, metavar="N", help=f"nodes {words}")
    parser.add_argument("--openings", type=Path, metavar="FILE", help="the openings, one a line")
    parser.add_argument("--sprt", metavar="TEXT", help="stop when decided: 'elo0=0 elo1=20'")
    parser.add_argument("--log", type=Path, metavar="FILE", help="append the result to a file")
    parser.add_argument("--lost", type=Path, metavar="FILE", help="write the games that this tree lost")
    asked = parser.parse_args(arguments)
    own = limits_of(asked.seconds, asked.nodes)
    rival = limits_of(asked.rival_seconds, asked.rival_nodes) or own
    try:
        sprt = Sprt.from_text(asked.sprt) if asked.sprt else None
        trees = TREE, asked.against
        result, games = play(asked.game, asked.games, asked.seed, (own, rival), trees, asked.openings, sprt)
    except (NoughtsError, OSError) as error:
        parser.error(str(error))
    text = json.dumps(result)
    won, even, behind = result["pairs"]
    print(f"pairs of games: {won} won, {even} even, {behind} lost\n{text}")
    if asked.log:
        with asked.log.open("a") as file:
            file.write(f"{text}\n")
    if asked.lost:
        asked.lost.write_text("".join(write_records(games, "jsonl")))
    if sum(result["games"]) < asked.games and not (result["sprt"] and result["sprt"][-1]):
        sys.exit(130)


if __name__ == "__main__":
    main()

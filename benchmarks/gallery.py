"""Which well-known players of 3,3,3 can lose: the page docs/gallery.md.

    python -m benchmarks.gallery            write the page and its pictures: some minutes
    python -m benchmarks.gallery --quick    without training the matchboxes again: their tables stay as they are

Every number is computed: the proofs are those of `noughts prove`, and the matchboxes are trained with the seeds that
the page names. A second run writes the same page.
"""

import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from statistics import median_low
from typing import Any, Literal

from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.drawing import draw
from noughts.files import replacing
from noughts.prove import Proof, prove
from noughts.strategies import registry
from noughts.strategies.matchboxes import Rule, Teacher, settled, trained

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "gallery.md"
PICTURES = DOCS / "pictures" / "gallery"
BEGIN, END = "<!-- matchboxes -->\n", "<!-- end -->\n"
SEEDS = range(100)
RULES: tuple[Rule, ...] = ("michie", "gardner")
STEPS = (100, 1_000, 10_000)  # games
TRAININGS: tuple[tuple[Rule, Teacher, Side, int], ...] = (  # the last: the most games
    ("michie", "random", Side.X, 10_000),
    ("michie", "random", Side.O, 10_000),
    ("michie", "perfect", Side.X, 10_000),
    ("michie", "itself", Side.X, 10_000),
    ("gardner", "random", Side.X, 100_000),
    ("gardner", "random", Side.O, 100_000),
    ("gardner", "perfect", Side.X, 10_000),
    ("gardner", "itself", Side.X, 10_000),
)
PICTURE = 200  # pixels

Spread = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]  # as `map`, over processes or not
End = tuple[int, Literal["safe", "gave up", "open"]]


@dataclass(frozen=True)
class Exhibit:
    """A strategy: what is claimed for it, what to say of that, and other readings: their options and what they mean."""

    name: str
    claim: str
    text: str = ""
    readings: dict[str, str] = field(default_factory=dict)

    @property
    def specs(self) -> list[str]:
        """The strategy as it is shipped and in its other readings, as written on the command line."""
        return [self.name, *(f"{self.name}:{options}" for options in self.readings)]


EXHIBITS = (
    Exhibit(
        "ring",
        "cannot be beaten",
        "The source is loose in two places. Only one reading of them never loses: it is the one we ship.",
        {
            "average=plain": "the average of two edges as plain arithmetic",
            "gap=edge": "between a corner and a far edge: the edge cell",
            "gap=first": "between them: the first cell clockwise",
            "gap=last": "between them: the last cell clockwise",
        },
    ),
    Exhibit("weights", "none"),
    Exhibit(
        "paths",
        "its level `hard` cannot be beaten",
        "True, thanks to its one exception, which the source adds by hand.",
        {"override=off": "without the exception"},
    ),
    Exhibit("potential", "none: the potential is a theorem about Maker and Breaker, not a player"),
    Exhibit(
        "newell-simon",
        "never loses",
        "True with the rule for forks as most pages have it today, and with an older form of it; not where a fork is "
        "blocked by any of its cells. The older form wins more often against a random opponent.",
        {
            "first=corner": "the first move in a corner",
            "fork=older": "an older form of the rule that blocks a fork",
            "first=corner,fork=older": "both",
            "fork=careless": "a fork is blocked by any of its cells",
        },
    ),
    Exhibit("centre-corner", "none, but many programs stop here", "Without a rule for forks it falls into one."),
    Exhibit(
        "centre-block",
        "proven, by a proof assistant",
        "The proof has holes. The player never completes a line of its own on purpose, and it blocks the first threat "
        "that it finds, not the one that matters.",
    ),
    Exhibit(
        "menace",
        "learns to play",
        "See [the matchboxes](#the-matchboxes) for what it learns, and how long it takes.",
        {"games=0": "untrained", "games=15000,rule=gardner": "M. Gardner's rule for the beads, after 15,000 games"},
    ),
    Exhibit("perfect", "never loses, by its definition"),
    Exhibit("sharp", "never loses, and beats a random opponent as often as such a player can"),
    Exhibit("tactical", "none"),
    Exhibit("first", "none"),
    Exhibit("random", "none"),
)

OPENING = """\
# Is it really unbeatable?

<!-- written by `make gallery` -->

Well-known players of tic-tac-toe, held against every reply of the opponent and over every tie that they may break.
Each verdict is a proof, each count a computation: `noughts prove NAME` repeats it. *Won, drawn, lost*: distinct
games. *Wins against, loses to random*: the chances against an opponent who plays any free cell. The pictures are
shortest lost games, their moves numbered. `search` is not here, as it takes longer: `noughts prove search` proves it.
"""


MATCHBOXES = """\
## The matchboxes

`menace` is 304 matchboxes, one for every position with the first player to move and a choice, up to symmetry. A bead
drawn from the box of a position makes the move. D. Michie's rule (`rule=michie`): a move begins with 4, 3, 2 or 1
beads, by the stage of the game; each move of a game that is won gets 3 beads more, of a drawn game 1, and each move
of a lost game loses one. Where a box is empty, the machine resigns. M. Gardner's rule for Hexapawn (`rule=gardner`):
a move begins with one bead, and only the last move of a lost game loses it.

Michie trained his machine himself; here it is trained against a `random` opponent, a `perfect` one (any move that
keeps the value of the position), or `itself`: a second set of boxes, which learns too. Moving second is our
extension: 289 boxes more.

When can it no longer lose? When no game over the moves that still have beads is lost, nor comes to an empty box,
which counts as a loss. From then on no bead is ever taken away again, so this is final. The first table has the
exact chance to lose after so many games, moving first, trained against `random` with the seeds 0 to 99.

`noughts prove menace` follows the strategy as it is shipped: where a box is empty it cannot resign, as a strategy has
to move, so it plays any free cell. [The strategies](strategies.md#menace-matchboxes-that-learn) has the other
differences from the original.
"""

AFTER_LEARNING = """\
The second table has the first game after which it can lose no more. *Gave up*: its first boxes are empty, so it
resigns at once, for good. Michie's rule rewards a bad move that the opponent did not punish. Gardner's takes away
only moves that lose, so against an opponent who tries everything it gets there. One who never errs does not lead it
everywhere.
"""


def page(matchboxes: str) -> str:
    """Return the page, with the tables of the matchboxes as they are given."""
    return "\n".join([OPENING, overview(), *map(exhibit, EXHIBITS), MATCHBOXES, BEGIN + matchboxes + END])


def pictures() -> dict[str, str]:
    """Return a picture of every loss on the page, by the name of its file."""
    drawn = {}
    for found in losses():
        assert found.losing_line is not None
        drawn[picture_name(found)] = str(draw(Position(STANDARD), line=found.losing_line, size=PICTURE))
    return drawn


def losses() -> list[Proof]:
    """Return the proofs of all the players that can lose."""
    specs = [spec for one in EXHIBITS for spec in one.specs]
    return [found for spec in specs for side in Side if not (found := proof(spec, side)).never_loses]


def picture_name(found: Proof) -> str:
    """Return the name of the file with the picture of a loss."""
    return re.sub(r"[^a-z0-9]+", "-", f"{found.strategy} {found.seat.seat}") + ".svg"


def overview() -> str:
    """Return one table of all players: what is claimed, and the verdicts."""
    rows = (
        " | ".join([f"[`{one.name}`](#{one.name})", one.claim, *(verdict(proof(one.name, side)) for side in Side)])
        for one in EXHIBITS
    )
    return table("player | claim | moving first | moving second", rows)


def exhibit(one: Exhibit) -> str:
    """Return the part of the page about one player."""
    origin = getattr(registry.find(one.name), "origin", "")
    lines = [f"## {one.name}", "", f"Source: {origin}.", f"Claim: {one.claim}.", *filter(None, [one.text]), ""]
    if one.readings:
        lines += [*(f"- `{one.name}:{options}`: {what}" for options, what in one.readings.items()), ""]
    rows = (f"`{spec}` | {side.seat} | {cells(proof(spec, side))}" for spec in one.specs for side in Side)
    lines.append(table("player | moving | verdict | won | drawn | lost | wins against random | loses to random", rows))
    lines += [loss(found) for found in losses() if found.strategy in one.specs]
    return "\n".join(lines)


@cache
def proof(spec: str, side: Side) -> Proof:
    """Return the proof of a player in one seat."""
    return prove(registry.load(spec), STANDARD, side)


def verdict(found: Proof) -> str:
    """Return its verdict, in bold where it can lose."""
    return found.verdict if found.never_loses else f"**{found.verdict}**"


def cells(found: Proof) -> str:
    """Return the verdict and the numbers of a proof as cells of a table."""
    games, chances = found.games, found.against_random
    counts = (f"{count:,}" for count in (games.win, games.draw, games.loss))
    return " | ".join([verdict(found), *counts, share(chances.win), share(chances.loss) if games.loss else "never"])


def share(chance: Fraction) -> str:
    """Return a chance in per cent."""
    return f"{float(100 * chance):.2f} %"


def loss(found: Proof) -> str:
    """Return a shortest loss, as a line of moves and as a picture."""
    assert found.losing_line is not None
    line = " ".join(map(STANDARD.name, found.losing_line))
    path = (PICTURES / picture_name(found)).relative_to(DOCS).as_posix()
    return f"A shortest loss of `{found.strategy}`, which is {found.seat}: `{line}`\n\n![{line}]({path})\n"


def table(columns: str, rows: Iterable[str]) -> str:
    """Return a table in Markdown."""
    return "\n".join([f"| {columns} |", "|---" * len(columns.split("|")) + "|", *(f"| {row} |" for row in rows), ""])


def matchboxes(spread: Spread) -> str:
    """Return the two tables of the matchboxes: what they have learnt after so many games, and when they are done."""
    return f"{learning(spread)}\n{AFTER_LEARNING}\n{settling(spread)}"


def learning(spread: Spread) -> str:
    """Return the table of the chances to lose, moving first, trained against a random opponent."""
    rows = (learning_row(spread, rule, games) for rule in RULES for games in STEPS)
    return table("rule | games | can lose | loses to random: least | median | most", rows)


def learning_row(spread: Spread, rule: Rule, games: int) -> str:
    """Return a row of that table."""
    chances = sorted(spread(partial(chance_to_lose, rule, games), SEEDS))
    can_lose = sum(chance > 0 for chance in chances)
    shares = (share(chance) for chance in (chances[0], median_low(chances), chances[-1]))
    return " | ".join([f"`{rule}`", f"{games:,}", f"{can_lose} of {len(SEEDS)}", *shares])


def chance_to_lose(rule: Rule, games: int, seed: int) -> Fraction:
    """Return the chance that trained boxes, moving first, lose to a random opponent: 0 where they never lose."""
    return trained(Side.X, rule, "random", seed, games).chance_to_lose()


def settling(spread: Spread) -> str:
    """Return the table of the number of games after which the boxes can lose no more."""
    rows = (settled_row(*training, list(spread(partial(end, *training), SEEDS))) for training in TRAININGS)
    columns = "rule | opponent in training | moving | games at most | can lose no more | after: least | median | most"
    return table(f"{columns} | gave up", rows)


def settled_row(rule: Rule, against: Teacher, side: Side, limit: int, ends: Sequence[End]) -> str:
    """Return a row of that table."""
    safe = sorted((games, seed) for seed, (games, outcome) in zip(SEEDS, ends, strict=True) if outcome == "safe")
    gave_up = sum(outcome == "gave up" for _, outcome in ends)
    least, middle, most = (
        (f"{games:,} (seed {seed})" for games, seed in (safe[0], median_low(safe), safe[-1])) if safe else "---"
    )
    start = [f"`{rule}`", f"`{against}`", side.seat, f"{limit:,}", f"{len(safe)} of {len(SEEDS)}"]
    return " | ".join([*start, least, middle, most, str(gave_up)])


def end(rule: Rule, against: Teacher, side: Side, limit: int, seed: int) -> End:
    """Return after how many games a training has ended, and how."""
    games, boxes = settled(side, rule, against, seed, limit)
    return games, "gave up" if boxes.have_given_up() else "open" if boxes.can_lose() else "safe"


def matchboxes_on_the_page() -> str:
    """Return the tables of the matchboxes as they are on the page."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def main() -> None:
    """Write the page and its pictures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave the tables of the matchboxes as they are")
    if parser.parse_args().quick:
        tables = matchboxes_on_the_page()
    else:
        with ProcessPoolExecutor() as pool:
            tables = matchboxes(pool.map)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    with replacing(PAGE, "w") as file:
        file.write(page(tables))


if __name__ == "__main__":
    main()

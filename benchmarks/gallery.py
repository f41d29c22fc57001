"""Which well-known players of 3,3,3 can lose: the page docs/gallery.md, and the dares of the web page.

`make figures` trains the matchboxes again, and writes the page, its pictures and the dares, in minutes; `make current`
writes the same without the training: the table of the matchboxes stays as it is.
Every number is computed: the proofs are those of `noughts prove`, and the matchboxes are trained with the seeds that
the page names. A second run writes the same page.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from statistics import median_low
from typing import Any

import noughts
from benchmarks import losing_lines
from noughts.core.game import Game
from noughts.core.notation import STANDARD, parse_cell
from noughts.core.position import Position, Side
from noughts.drawing import draw
from noughts.files import replacing
from noughts.players.player import NO_DICE, Player, consult
from noughts.prove import Proof, prove
from noughts.strategies import registry
from noughts.strategies.menace import Boxes, Node, Rule, nodes, trained

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "gallery.md"
PICTURES = DOCS / "pictures" / "gallery"
DARES = Path(noughts.__file__).parent / "web" / "static" / "views" / "home" / "dares.ts"
BEGIN, END = "<!-- matchboxes -->\n", "<!-- end -->\n"
SEEDS = range(100)
RULES: tuple[Rule, ...] = ("michie", "gardner")
STEPS = (100, 1_000, 10_000)  # games
PICTURE = 200  # pixels
LARGER_BOARDS = ("7,7,4", "15,15,5")
CALLED_UNBEATABLE = ("ring", "newell-simon", "centre-block")  # where they were published
LEFT = (5, 3)  # plies of a losing line that a dare leaves to be played, the visitor's first
SHOWN, LARGE_PICTURE = ("weights", "7,7,4", "second"), "weights-7-7-4.svg"

Spread = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]  # as `map`, over processes or not


@dataclass(frozen=True)
class Exhibit:
    """A strategy: what is claimed for it, what is true, and its other readings: their options and what they mean.

    One without a claim is there for comparison: the page has its row and no more.
    """

    name: str
    claim: str = ""
    text: str = ""
    readings: dict[str, str] = field(default_factory=dict)

    @property
    def specs(self) -> list[str]:
        """The strategy as it is shipped and in its other readings, as written on the command line."""
        return [self.name, *(f"{self.name}:{options}" for options in self.readings)]


EXHIBITS = (
    Exhibit(
        "ring",
        "it cannot be beaten",
        "The source is loose in two places. Only one reading of them never loses, and that is the one in this program. "
        "*The average* of two edges is taken round the ring (0 is between 1 and 7). The cell *between* a corner and a "
        "far edge is the corner.",
        {
            "average=plain": "the average as plain arithmetic",
            "gap=edge": "between a corner and a far edge: the edge cell",
            "gap=first": "the first cell clockwise",
            "gap=last": "the last cell clockwise",
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
        "it never loses",
        "Eight rules, of which the first that applies gives the moves, all equally likely. In the fourth, which blocks "
        "a fork, the copies differ. A fork cell gives the opponent two lines with two stones and a free cell. If there "
        "is one, the shipped reading takes it; if there are several, it makes two in a row that leaves no fork cell, "
        "else two in a row whose forced answer is not a fork, else it takes any of them.",
        {
            "first=corner": "the first move in a corner, not in the centre",
            "fork=older": "two in a row whose forced answer is not a fork, else any fork cell",
            "first=corner,fork=older": "both",
            "fork=careless": "any fork cell",
        },
    ),
    Exhibit(
        "centre-corner",
        "none, but many programs stop here",
        "It completes a line, else blocks, else takes the centre, a corner, any cell. It has no rule for forks, and "
        "falls into one.",
    ),
    Exhibit(
        "centre-block",
        "proven, by a proof assistant",
        "The proof has holes. The player takes the centre, else a free cell of the first line in which the opponent "
        "lacks one, else the first free cell. So it never completes a line of its own on purpose.",
    ),
    Exhibit(
        "menace",
        "it learns to play",
        "Here it is trained in 1,000 games by D. Michie's rule: see [the matchboxes](#the-matchboxes).",
        {"games=0": "untrained", "games=15000,rule=gardner": "15,000 games by M. Gardner's rule"},
    ),
    Exhibit("perfect"),
    Exhibit("sharp"),
    Exhibit("tactical"),
    Exhibit("first"),
    Exhibit("random"),
)

OPENING = """\
# Is it really unbeatable?

<!-- written by `make current`; the table of the matchboxes by `make figures` -->

Well-known players of tic-tac-toe against every reply, whichever of equal moves they take. Each verdict is a proof:
`noughts prove NAME` repeats it. The cells have the distinct games won, drawn and lost, then the chance to lose to an
opponent who plays any free cell. The last five players are there for comparison; `search` never loses either.
"""


DARES_HEAD = """\
/** Positions from which a visitor can force a win against what is called unbeatable; written by `make current`. */

/** The strategy is `called` unbeatable, or is a reading of what is. */
export type Dare = { strategy: string; called: string; side: "X" | "O"; moves: string[] };

"""

LARGER = """\
## On larger boards

The shortest line known that the player loses from the empty board, in plies; **bold** where all shorter games were
tried (`noughts prove NAME --game 15,15,5 --shortest`). `benchmarks/losing_lines.json` has the moves; in the picture
`weights` loses as O.
"""


MATCHBOXES = """\
## The matchboxes

`menace` is 304 matchboxes, one for every position with the first player to move and a choice, up to symmetry, and 289
more for moving second. A bead drawn from the box of a position makes the move. By D. Michie's rule (`rule=michie`) a
move begins with 4, 3, 2 or 1 beads, by the stage of the game; each move of a game that is won gets 3 beads, of a drawn
game 1, and of a lost game loses one. By M. Gardner's for Hexapawn (`rule=gardner`) a move begins with one bead, which
the last move of a lost game loses. From an empty box any free cell is played. It is trained before its first decision,
against a `random` opponent, a `perfect` one, or `itself`.

The exact chance to lose after a number of games, moving first, trained against `random` with the seeds 0 to 99: the
least, the median and the most. Michie's rule rewards a bad move that the opponent did not punish.
"""


def page(matchboxes: str) -> str:
    """Return the page, with the table of the matchboxes as it is given."""
    parts = map(exhibit, filter(lambda one: one.claim, EXHIBITS))
    return "\n".join([OPENING, overview(), *parts, larger_boards(), MATCHBOXES, BEGIN + matchboxes + END])


def larger_boards() -> str:
    """Return what is known of the players on two larger boards: the lengths of the lines."""
    lines = {(line.strategy, line.game, line.seat): line for line in losing_lines.known_lines()}
    columns = [(game, side.seat) for game in LARGER_BOARDS for side in Side]
    rows = (
        " | ".join([f"`{name}`", *(_plies(lines[name, game, seat]) for game, seat in columns)])
        for name in losing_lines.STRATEGIES
    )
    head = " | ".join(["player", *(f"{game}, {seat}" for game, seat in columns)])
    return "\n".join(
        [LARGER, table(head, rows), f"![{' '.join(_shown().line or ())}](pictures/gallery/{LARGE_PICTURE})", ""]
    )


def _shown() -> losing_lines.KnownLine:
    """Return the line on a larger board that has a picture."""
    return next(one for one in losing_lines.known_lines() if (one.strategy, one.game, one.seat) == SHOWN)


def large_picture() -> str:
    """Return the picture of that line."""
    game = Game.from_text(SHOWN[1])
    cells = [parse_cell(game, name) for name in _shown().line or ()]
    return str(draw(Position(game), line=cells, size=2 * PICTURE))


def _plies(line: losing_lines.KnownLine) -> str:
    """Return how long the shortest line known is."""
    if line.line is None:
        return "no line known"
    return f"**{len(line.line)}**" if line.shortest else str(len(line.line))


def pictures() -> dict[str, str]:
    """Return a picture of every loss on the page, by the name of its file."""
    drawn = {LARGE_PICTURE: large_picture()}
    for found in losses():
        assert found.losing_line is not None
        drawn[picture_name(found)] = str(draw(Position(STANDARD), line=found.losing_line, size=PICTURE))
    return drawn


def losses() -> list[Proof]:
    """Return the proofs that have a picture: one of each player that can lose, and for which something is claimed."""
    return [found for one in EXHIBITS if one.claim and (found := first_loss(one))]


def first_loss(one: Exhibit) -> Proof | None:
    """Return the proof of the first reading and seat in which a player can lose, if there is one."""
    proofs = (proof(spec, side) for spec in one.specs for side in Side)
    return next((found for found in proofs if not found.never_loses), None)


def picture_name(found: Proof) -> str:
    """Return the name of the file with the picture of a loss."""
    return re.sub(r"[^a-z0-9]+", "-", f"{found.strategy} {found.seat.seat}") + ".svg"


def overview() -> str:
    """Return one table of all players and readings, with the verdicts."""
    specs = (spec for one in EXHIBITS for spec in one.specs)
    rows = (" | ".join([f"`{spec}`", *(cell(proof(spec, side)) for side in Side)]) for spec in specs)
    return table("player | moving first | moving second", rows)


def exhibit(one: Exhibit) -> str:
    """Return the part of the page about one player."""
    origin = getattr(registry.find(one.name), "origin", "")
    lines = [f"## {one.name}", "", f"Source: {origin}.", f"Claim: {one.claim}.", *filter(None, [one.text]), ""]
    if one.readings:
        lines += [*(f"- `{one.name}:{options}`: {what}" for options, what in one.readings.items()), ""]
    if found := first_loss(one):
        lines.append(loss(found))
    return "\n".join(lines)


@dataclass(frozen=True)
class Dare:
    """A position from which a visitor who plays `side` can force a win against a strategy that is `called` unbeatable,
    or against a reading of it. `moves` lead there."""

    strategy: str
    called: str
    side: Side
    moves: tuple[str, ...]


def dares() -> list[Dare]:
    """Return a dare of every losing line of those that are called unbeatable: first one of each, then the others."""
    found = [list(dares_of(one)) for one in EXHIBITS if one.name in CALLED_UNBEATABLE]
    return [dare for row in zip_longest(*found) for dare in row if dare]


def dares_of(one: Exhibit) -> Iterator[Dare]:
    """Yield a dare for each reading and seat in which a player can lose."""
    for spec in one.specs:
        for seat in Side:
            if line := proof(spec, seat).losing_line:
                start = next(line[:-left] for left in LEFT if is_forced(line[:-left], registry.load(spec), seat))
                yield Dare(spec, one.name, seat.opponent, tuple(map(STANDARD.name, start)))


def is_forced(moves: Sequence[int], player: Player, seat: Side) -> bool:
    """Return whether the opponent of a player can win from a position, whichever of its moves the player chooses."""
    position = Position(STANDARD)
    for move in moves:
        position = position.play(move)
    if position.outcome is not None:
        return position.outcome.winner is seat.opponent
    if position.side is seat:
        return all(is_forced((*moves, move), player, seat) for move in consult(player, position, NO_DICE).moves)
    return any(is_forced((*moves, move), player, seat) for move in position.legal_moves)


def dares_module() -> str:
    """Return the module of the page that has the dares."""
    rows = "\n".join(f"  {_row(dare)}," for dare in dares())
    return f"{DARES_HEAD}export const DARES: Dare[] = [\n{rows}\n];\n"


def _row(dare: Dare) -> str:
    values = {"strategy": dare.strategy, "called": dare.called, "side": str(dare.side), "moves": list(dare.moves)}
    return "{ " + ", ".join(f"{name}: {json.dumps(value)}" for name, value in values.items()) + " }"


@cache
def proof(spec: str, side: Side) -> Proof:
    """Return the proof of a player in one seat."""
    return prove(registry.load(spec), STANDARD, side)


def cell(found: Proof) -> str:
    """Return the verdict and the numbers of a proof as a cell of a table."""
    games = found.games
    counts = "/".join(f"{count:,}" for count in (games.win, games.draw, games.loss))
    return (
        f"never loses, {counts}" if found.never_loses else f"**can lose**, {counts}, {share(found.against_random.loss)}"
    )


def share(chance: Fraction) -> str:
    """Return a chance in per cent."""
    return f"{float(100 * chance):.2f}%"


def loss(found: Proof) -> str:
    """Return a shortest loss as a picture, with its moves in words."""
    assert found.losing_line is not None
    line = " ".join(map(STANDARD.name, found.losing_line))
    path = (PICTURES / picture_name(found)).relative_to(DOCS).as_posix()
    return f"`{found.strategy}` loses as {found.seat}:\n\n![{line}]({path})\n"


def table(columns: str, rows: Iterable[str]) -> str:
    """Return a table in Markdown."""
    return "\n".join([f"| {columns} |", "|---" * len(columns.split("|")) + "|", *(f"| {row} |" for row in rows), ""])


def learning(spread: Spread) -> str:
    """Return the table of the chances to lose, moving first, trained against a random opponent."""
    rows = (learning_row(spread, rule, games) for rule in RULES for games in STEPS)
    return table("rule | games | can lose | loses to random", rows)


def learning_row(spread: Spread, rule: Rule, games: int) -> str:
    """Return a row of that table."""
    chances = sorted(spread(partial(chance_to_lose, rule, games), SEEDS))
    can_lose = sum(chance > 0 for chance in chances)
    shares = ", ".join(share(chance) for chance in (chances[0], median_low(chances), chances[-1]))
    return " | ".join([f"`{rule}`", f"{games:,}", f"{can_lose} of {len(SEEDS)}", shares])


def chance_to_lose(rule: Rule, games: int, seed: int) -> Fraction:
    """Return the chance that trained boxes, moving first, lose to a random opponent: 0 where they never lose."""
    return boxes_chance_to_lose(trained(Side.X, rule, "random", seed, games))


def boxes_chance_to_lose(boxes: Boxes) -> Fraction:
    """Return the chance that a random opponent wins, or the boxes resign."""
    known = dict[Node, Fraction]()

    def chance(node: Node) -> Fraction:
        if not node.after:
            return Fraction(node.winner is boxes.side.opponent)
        if node not in known:
            weights = boxes.beads(node) if node.side is boxes.side and node.has_box else node.sizes
            terms = (weight * chance(after) for weight, after in zip(weights, node.after, strict=True) if weight)
            known[node] = sum(terms, Fraction(0)) / sum(weights) if any(weights) else Fraction(1)
        return known[node]

    return chance(nodes()[Position(STANDARD)])


def matchboxes_on_the_page() -> str:
    """Return the table of the matchboxes as it is on the page."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def main() -> None:
    """Train the matchboxes again, and write the page."""
    with ProcessPoolExecutor() as pool:
        write(learning(pool.map))


def write(learnt: str) -> None:
    """Write the page with this table of the matchboxes, its pictures, and the dares."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    with replacing(PAGE, "w") as file:
        file.write(page(learnt))
    DARES.write_text(dares_module(), encoding="utf-8")

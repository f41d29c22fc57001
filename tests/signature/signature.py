"""What every search and every file format of the package gives today: node counts and SHA-256 digests.

Each group is a table of lines `name value`. Nothing here depends on a clock, on chance or on the number of cores. A
change that only moves code leaves all of it as it is.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.solve.table_folder import tables_in
from tests.signature import calls
from tests.signature.positions import (
    LARGE_PAIRS,
    PAIRS,
    SEARCH,
    STRONG,
    THREATS,
    WEAK,
    WITHIN,
    boards,
    cell_names,
    position,
    rows,
)

FILE = Path(__file__).with_name("signature.txt")
HEAD = "# Written by `python -m tests.signature`. A commit that changes a line says so."

SEARCH_NODES = 20_000
FOURS_NODES = 20_000
MOST_STEPS = 4096  # of a search for pairs

Lines = dict[str, str]
Pairs = list[calls.Cells] | None
FindPairs = Callable[[Game, int, int, int], Pairs]


@dataclass(frozen=True)
class Group:
    """A part of the signature: a comment, and the function that computes its lines."""

    comment: str
    lines: Callable[[], Iterator[tuple[str, str]]]


def compute(group: str) -> Lines:
    """Return the lines of a group, name to value."""
    lines: Lines = {}
    for name, value in GROUPS[group].lines():
        assert name not in lines, f"{group} has two lines {name}"
        lines[name] = value
    return lines


def text_of(groups: dict[str, Lines]) -> str:
    """Return the text of the file."""
    parts = [HEAD]
    for group, lines in groups.items():
        parts += ["", f"# {group}: {GROUPS[group].comment}"]
        parts += [f"{name} {value}" for name, value in lines.items()]
    return "\n".join(parts) + "\n"


def read(text: str) -> dict[str, Lines]:
    """Return the groups in the text of the file."""
    groups: dict[str, Lines] = {}
    lines: Lines = {}
    for line in text.splitlines()[1:]:
        if line.startswith("# "):
            lines = groups.setdefault(line[2:].partition(":")[0], {})
        elif line:
            name, _, value = line.partition(" ")
            lines[name] = value
    return groups


def differences(old: Lines, new: Lines) -> list[str]:
    """Return the lines that differ: the old ones with a minus, the new ones with a plus."""
    found = []
    for name in [*old, *(name for name in new if name not in old)]:
        if old.get(name) != new.get(name):
            found += [f"{sign} {name} {lines[name]}" for sign, lines in (("-", old), ("+", new)) if name in lines]
    return found


def weak() -> Iterator[tuple[str, str]]:
    for game_text, text in rows(WEAK):
        for mover, maker_moves in (("maker", True), ("breaker", False)):
            verdict, nodes = calls.weak_search(*boards(game_text, text), maker_moves)
            yield f"{game_text}:{text}:{mover}", f"{verdict}, {nodes}"


def strong() -> Iterator[tuple[str, str]]:
    for game_text, text in rows(STRONG):
        for side in Side:
            forces, nodes = calls.depth_first(position(game_text, text), side)
            yield f"{game_text}:{text}:{side.value}", f"{_answer(forces)}, {nodes}"


def within() -> Iterator[tuple[str, str]]:
    for game_text, text, plies in rows(WITHIN):
        forces, nodes = calls.depth_first_within(position(game_text, text), Side.X, int(plies))
        yield f"{game_text}:{text}:{plies}", f"{_answer(forces)}, {nodes}"


def threats() -> Iterator[tuple[str, str]]:
    for game_text, text in rows(THREATS):
        start = position(game_text, text)
        forces, nodes = calls.threats(start, start.side)
        yield f"{game_text}:{text}", f"{_answer(forces)}, {nodes}"


def fours() -> Iterator[tuple[str, str]]:
    for game_text, text in rows(THREATS):
        start = position(game_text, text)
        line, nodes = calls.win_by_fours(start, FOURS_NODES)
        yield f"{game_text}:{text}", f"{nodes}, {cell_names(start.game, line) or 'none'}"


def search() -> Iterator[tuple[str, str]]:
    for with_fours in (True, False):
        for game_text, text in rows(SEARCH):
            start = position(game_text, text)
            found = calls.heuristic_search(start, SEARCH_NODES, with_fours)
            line = cell_names(start.game, found.line)
            yield (
                f"{game_text}:{text}" + ("" if with_fours else ":without-fours"),
                f"{found.nodes}, depth {found.depth}, {cell_names(start.game, (found.move,))}, score {found.score}, "
                f"result {found.result}, by {found.by}, {line}",
            )


def pairs() -> Iterator[tuple[str, str]]:
    engines: dict[str, tuple[str, FindPairs]] = {
        "static": (PAIRS + LARGE_PAIRS, calls.static_pairs),
        "weak": (PAIRS, calls.weak_pairs),
        "strong": (PAIRS, calls.strong_pairs),
    }
    for engine, (table, find) in engines.items():
        for game_text, text in rows(table):
            yield f"{engine}:{game_text}:{text}", _pairs(find, *boards(game_text, text))


def tables() -> Iterator[tuple[str, str]]:
    for game_text in ("3,3,3", "4,3,3", "4,4,4"):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table"
            calls.write_table(Game.from_text(game_text), path)
            yield game_text, sha256(b"".join(file.read_bytes() for file in sorted(path.iterdir()))).hexdigest()


def certificates() -> Iterator[tuple[str, str]]:
    for strategy in ("ring", "paths"):
        yield f"prove:{strategy}:3,3,3", _certificate("prove", strategy)
    for game_text in ("4,3,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4", "6,5,4", "7,7,5"):
        yield f"solve:{game_text}", _certificate("solve", game_text)


_BY_A_WALK = re.compile(r',\s*"found_by": "walk",\s*"shortest": true')  # true of every losing line of a walk


def proofs() -> Iterator[tuple[str, str]]:
    for game_text in ("3,3,3", "4,3,3"):
        for strategy in calls.proved_by_default(Game.from_text(game_text)):
            document = _BY_A_WALK.sub("", _run("prove", strategy, "--game", game_text, "--count", "--json"))
            yield f"{strategy}:{game_text}", sha256(document.encode()).hexdigest()


GROUPS = {
    "weak": Group("verdict and nodes of the weak search, with Maker or Breaker to move", weak),
    "strong": Group("whether X or O forces a line, and the nodes of the depth-first search", strong),
    "within": Group("whether X forces a line within so many plies, and the nodes of the depth-first search", within),
    "threats": Group("whether the solver finds a win of the side to move by threats, and the nodes", threats),
    "fours": Group("the nodes and the line of a win by fours", fours),
    "search": Group(f"what the heuristic search finds with {SEARCH_NODES} nodes", search),
    "pairs": Group("the steps, the number of the pairs that hold Maker, and their SHA-256", pairs),
    "tables": Group("SHA-256 of the files of `tabulate`, in the order of their names", tables),
    "certificates": Group("SHA-256 of the files of `--certificate`", certificates),
    "proofs": Group("SHA-256 of the documents of `prove --count --json`", proofs),
}


def _answer(forces: bool | None) -> str:
    return "unknown" if forces is None else "yes" if forces else "no"


def _pairs(find: FindPairs, game: Game, maker: int, breaker: int) -> str:
    """The fewest steps with which pairs are found, how many they are, and their digest."""
    if find(game, maker, breaker, MOST_STEPS) is None:
        return "none"
    steps = bisect_left(range(MOST_STEPS), 1, key=lambda steps: find(game, maker, breaker, steps) is not None)
    found = find(game, maker, breaker, steps) or []
    names = " ".join(cell_names(game, pair) for pair in found)
    return f"{steps}, {len(found)}, {sha256(names.encode()).hexdigest()}"


def _certificate(*arguments: str) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        _run(*arguments, "--certificate", str(path))
        return sha256(path.read_bytes()).hexdigest()


def _run(*arguments: str) -> str:
    """Run a command without the user's tables, which would answer in place of a search."""
    with TemporaryDirectory() as folder, tables_in(folder):
        return calls.run_command(arguments)

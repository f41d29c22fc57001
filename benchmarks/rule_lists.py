"""The tables and the pictures of docs/rule-lists.md and of the lesson, written by what they describe
(`make current`)."""

import re
from functools import cache
from pathlib import Path

from noughts.app.rule_lists import USUAL, findings, pictures_of, printed_sheet, shortest
from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.drawing import draw
from noughts.files import replacing
from noughts.players.player import supports
from noughts.prove import Proof
from noughts.results.proof import Finding
from noughts.strategies.registry import SHIPPED
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS, MOVE
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import RuleList
from noughts.words import Said

DOCS = Path(__file__).parent.parent / "docs"
PAGES = (DOCS / "rule-lists.md", DOCS / "teachers.md")
PICTURES = DOCS / "pictures" / "rules"
_SIZE = 90  # pixels
_STANDARD = Game(3, 3, 3)
_SHEETS = {"school-first": "Sheet A", "school-centre": "Sheet B", "school-both": "Sheet C"}
_IN_CLASS = (  # what pupils write
    "win, block, any",
    "win, block, centre, any",
    "win, block, corner, centre, side",
    "win, block, centre, corner, side",
    "block, win, centre, corner, side",
    "win, block, centre, if they hold two opposite corners: side, corner, side",
    "win, block, centre, block fork (take), corner, side",
    "win, block, block fork, centre, corner, side",
)
_SHORTEST = [(_STANDARD, "first"), (_STANDARD, "second"), (_STANDARD, "both"), (Game(4, 3, 3), "first")]


@cache
def tables() -> dict[str, str]:
    """Return the tables of the page, by the names that mark their places."""
    return {
        "conditions": _conditions(),
        "limits": ", ".join(f"`{limit}:`" for limit in (MOVE, *LIMITS)),
        "lists": _lists(),
        "shortest": _shortest(),
        "class": _in_class(),
    }


def pictures() -> dict[str, str]:
    """Return a picture of each condition, and the sheets to print, by the names of their files."""
    sheets = {f"sheet-{name}.svg": printed_sheet(name, title, proved=False) for name, title in _SHEETS.items()}
    return {_file(name): _picture(name) for name in CONDITIONS} | sheets | {"worksheet.svg": printed_sheet(None)}


def page(text: str) -> str:
    """Return a page with its tables written."""
    for name, table in tables().items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, found, rest = text.partition(begin)
        if found:
            text = f"{before}{begin}\n\n{table}\n\n{end}{rest.partition(end)[2]}"
    return text


def _file(name: str) -> str:
    return re.sub(r"[^a-z]+", "-", name).strip("-") + ".svg"


def _picture(name: str) -> str:
    [shown] = pictures_of([Rule(name)])
    return str(draw(shown.position, chosen=shown.cells, size=_SIZE, coordinates=False))


def _conditions() -> str:
    rows = ["| condition | what it does | |", "|---|---|---|"]
    for name in CONDITIONS:
        [shown] = pictures_of([Rule(name)])
        picture = f"![{shown.position.side} to move](pictures/rules/{_file(name)})"
        rows.append(f"| {name} | {Rule(name).meaning} | {picture} |")
    return "\n".join(rows)


def _lists() -> str:
    rows = ["| list | what it is | moving first | moving second |", "|---|---|---|---|"]
    for name in sorted({*list_names()} - SHIPPED.keys()):
        listed = RuleList.from_spec(f"rules: {name}")
        assert supports(listed, _STANDARD)
        cells = [_verdict(finding) for finding in findings(listed, _STANDARD).values()]
        rows.append(f"| `{name}` | {Said(f'strategy.{name}')} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _in_class() -> str:
    rows = ["| list | moving first | moving second |", "|---|---|---|"]
    for text in _IN_CLASS:
        found = findings(RuleList.from_text(text), _STANDARD)
        rows.append(f"| {text} | {' | '.join(map(_verdict, found.values()))} |")
    return "\n".join(rows)


def _verdict(finding: Finding) -> str:
    assert isinstance(finding, Proof)
    if finding.losing_line is None:
        return "never loses"
    return f"can lose: {' '.join(map(_STANDARD.name, finding.losing_line))}"


def _shortest() -> str:
    rows = ["| game | seat | rules | lists | one of them |", "|---|---|---|---|---|"]
    for game, seat in _SHORTEST:
        found = shortest(map(Rule.from_text, USUAL.split(", ")), game, SEATS[seat])
        rows.append(f"| {game} | {seat} | {found.length} | {len(found.lists)} | {', '.join(found.lists[0])} |")
    return "\n".join(rows)


def main() -> None:
    """Write the tables and the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    for path in PAGES:
        written = page(path.read_text(encoding="utf-8"))
        with replacing(path, "w") as file:
            file.write(written)

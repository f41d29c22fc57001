"""Reads an SVG back: which stone is drawn where, and how large, by the marks alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
X_PATH = "M24 24 76 76M76 24 24 76"  # two strokes that cross
O_PATH = "M79 50A29 29 0 1 1 21 50A29 29 0 1 1 79 50Z"  # a circle
STONE = 52.0  # the width of an X in its cell of 100: the smaller of the two
_MOVE = re.compile(r"(?:translate\((\S+) (\S+)\))?\s*(?:scale\((\S+)\))?")


@dataclass(frozen=True)
class Mark:
    """An element with its tag, class and attributes, and where its own origin is; `scale` is the size of its unit."""

    tag: str
    kind: str
    given: dict[str, str]
    x: float
    y: float
    scale: float

    @property
    def side(self) -> str | None:
        """`X` or `O` for a stone, else None: by its path, not by its class."""
        return {X_PATH: "X", O_PATH: "O"}.get(self.given.get("d", ""))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the element, in the units of the whole image."""
        return self.x + self.scale * x, self.y + self.scale * y


def parse(svg: str) -> ET.Element:
    """Return the root of an image. Raises ParseError where it is not well-formed XML."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def mark_of(node: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Mark:
    """Return a node as a mark, given where the origin of its parent is."""
    match = _MOVE.fullmatch(node.get("transform", ""))
    assert match is not None, node.get("transform")
    right, down, size = (float(part) if part else given for part, given in zip(match.groups(), (0, 0, 1), strict=True))
    place = x + scale * right, y + scale * down, scale * size
    return Mark(node.tag.removeprefix(SVG), node.get("class", ""), dict(node.attrib), *place)


def marks(node: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Mark]:
    """Yield every element below a node in the order in which they are painted, the node included."""
    mark = mark_of(node, x, y, scale)
    yield mark
    for child in node:
        yield from marks(child, mark.x, mark.y, mark.scale)


def words(root: ET.Element) -> list[str]:
    """Return the texts that are drawn."""
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def alternative(root: ET.Element) -> tuple[str, str]:
    """Return the title and the description, which the root must name as its label."""
    assert root.get("role") in ("img", "group")  # a group has links
    found = {node.get("id"): node.text or "" for node in root.iter() if node.get("id")}
    title, desc = (found[name] for name in root.get("aria-labelledby", "").split())
    return title, desc

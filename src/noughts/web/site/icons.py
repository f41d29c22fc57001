"""The page's icon as PNG, which a home screen needs: drawn from the lines and the circle of favicon.svg."""

import re
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from math import hypot

_PAPER = (255, 255, 255)
_SHARE = 0.7  # of the picture: a home screen may cut off the rest
_NUMBER = r"(-?[\d.]+)"
_STEP = re.compile(rf"M{_NUMBER} {_NUMBER}(?:l{_NUMBER} {_NUMBER}|L{_NUMBER} {_NUMBER})")
_Line = tuple[float, float, float, float]


@cache
def png(svg: str, size: int) -> bytes:
    """Return the drawing of an icon as a square PNG. The SVG has one path of straight strokes, and one circle."""
    box = _numbers(svg, r'viewBox="0 0 {0} {0}"')[0]
    width = _numbers(svg, r"stroke-width:{0}")[0] / 2
    ring = _numbers(svg, r'<circle cx="{0}" cy="{0}" r="{0}"')
    lines = list(_lines(svg))
    ring_ink, line_ink = (_colour(svg, rule) for rule in (r"path,circle\{[^}]*", r"\.x\{"))
    scale = box / (size * _SHARE)
    start = (box - size * scale) / 2 + scale / 2
    rows = bytearray()
    for row in range(size):
        y = start + row * scale
        rows.append(0)  # no filter
        for column in range(size):
            x = start + column * scale
            to_ring = abs(hypot(x - ring[0], y - ring[1]) - ring[2])
            to_line = min(_distance(x, y, line) for line in lines)
            ink, away = (ring_ink, to_ring) if to_ring < to_line else (line_ink, to_line)
            cover = min(max((width - away) / scale + 0.5, 0.0), 1.0)
            rows += bytes(round(paper + (own - paper) * cover) for paper, own in zip(_PAPER, ink, strict=True))
    header = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)  # eight bits of red, green and blue
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _numbers(svg: str, pattern: str) -> list[float]:
    found = re.search(pattern.replace("{0}", _NUMBER), svg)
    if found is None:
        raise ValueError(f"no {pattern} in the icon")
    return [float(number) for number in found.groups()]


def _colour(svg: str, rule: str) -> tuple[int, ...]:
    found = re.search(rule + r"stroke:#([0-9a-f]{6})", svg)
    if found is None:
        raise ValueError(f"no colour of {rule} in the icon")
    return tuple(bytes.fromhex(found[1]))


def _lines(svg: str) -> Iterator[_Line]:
    for x, y, dx, dy, to_x, to_y in _STEP.findall(svg):
        a, b = float(x), float(y)
        yield (a, b, a + float(dx), b + float(dy)) if dx else (a, b, float(to_x), float(to_y))


def _distance(x: float, y: float, line: _Line) -> float:
    a, b, c, d = line
    along = ((x - a) * (c - a) + (y - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2)
    along = min(max(along, 0.0), 1.0)
    return hypot(x - a - along * (c - a), y - b - along * (d - b))

"""What a board is drawn with: shapes and colours, from the files that the page loads too."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

Theme = Literal["auto", "light", "dark"]
Tone = Literal["light", "dark"]
TONES: tuple[Tone, ...] = ("light", "dark")

_FOLDER = Path(__file__).parent / "page"
_COLOUR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_MIX = re.compile(r"--([\w-]+): color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\);")


@dataclass(frozen=True)
class Shapes:
    """The shapes of `page/shapes.js`, in a cell of 100 by 100: `x` and `o` are paths, `strike` is the winning line."""

    x: str
    o: str
    stroke: float
    strike: Mapping[str, float]
    heat: float
    worth: Mapping[str, str]


@cache
def shapes() -> Shapes:
    """Return the shapes.

    >>> shapes().x
    'M24 24 76 76M76 24 24 76'
    """
    text = (_FOLDER / "shapes.js").read_text(encoding="utf-8")
    paths: dict[str, Any] = json.loads(text.partition("export default ")[2].rstrip(";\n"))
    return Shapes(**paths)


@cache
def colours(tone: Tone) -> Mapping[str, str]:
    """Return the colours by name, as `#rrggbb`, for a light or a dark background."""
    text = (_FOLDER / "colours.css").read_text(encoding="utf-8")
    colours = {name: (light, dark)[TONES.index(tone)] for name, light, dark in _COLOUR.findall(text)}
    return colours | {
        name: _mixed(colours[over], colours[under], int(percent)) for name, over, percent, under in _MIX.findall(text)
    }


def _mixed(over: str, under: str, percent: int) -> str:
    """The colour between two, as CSS mixes them in sRGB."""
    pairs = zip(bytes.fromhex(over[1:]), bytes.fromhex(under[1:]), strict=True)
    return "#" + bytes(round((a * percent + b * (100 - percent)) / 100) for a, b in pairs).hex()

"""An SVG as text: shapes and colours, from the files that the page loads too; elements, style sheet, document."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final, Literal
from zlib import crc32

from noughts.files import replacing

Theme = Literal["auto", "light", "dark"]
Tone = Literal["light", "dark"]
TONES: tuple[Tone, ...] = ("light", "dark")

_FOLDER = Path(__file__).parent / "page"
_COLOUR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_MIX = re.compile(r"--([\w-]+): color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\);")

WIDE = 0.56  # of a letter, as a part of its font's size
_FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif'
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML does not hold
_CLASSES = re.compile(r'class="([\w ]+)"')


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


class Svg(str):
    """The text of an SVG image. A notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, in the place of what is there. Raises OSError."""
        with replacing(path, "w") as file:
            file.write(self)


def number(value: float) -> str:
    """Return a number as SVG writes it, to three decimals.

    >>> number(2.5), number(-0.0001), number(1 / 3)
    ('2.5', '0', '0.333')
    """
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")  # + 0.0: no minus before a zero


def text(content: str) -> str:
    """Return text as XML writes it.

    >>> text("a < b\\0")
    'a &lt; b\N{REPLACEMENT CHARACTER}'
    """
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", content))


def element(tag: str, content: str | None = None, **attributes: str | float | None) -> str:
    """Return an element; `content` is markup. `class_` stands for `class`, `font_size` for `font-size`.

    >>> element("line", x1=0, x2=2.5, class_="grid")
    '<line x1="0" x2="2.5" class="grid"/>'
    """
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{text(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}/>" if content is None else f"<{tag}{given}>{content}</{tag}>"


def words(
    content: str,
    x: float,
    y: float,
    size: float,
    *,
    class_: str = "ink",
    anchor: str | None = "middle",
    bold: bool = False,
) -> str:
    """Return a line of text whose middle is at the height `y`; `size` is that of its font."""
    weight = "bold" if bold else None
    return element(
        "text",
        text(content),
        x=x,
        y=y + size * 0.355,
        class_=class_,
        font_size=size,
        text_anchor=anchor,
        font_weight=weight,
    )


def fitting(content: str, room: float, most: float) -> float:
    """Return the size of a font, at most `most`, in which a line of text has room."""
    return min(most, room / (WIDE * max(1, len(content))))


def document(
    body: str,
    box: tuple[float, float, float, float],
    width: str,
    height: str,
    title: str,
    desc: str,
    theme: Theme,
    role: str = "img",
) -> Svg:
    """Return a whole image: a body whose elements have the classes of this room, in a view box (x, y, width, height).

    `title` and `desc` are the alternative text; the `role` of an image with links is "group". With the theme `auto` the
    image follows the colours of the reader's system. Raises ValueError for another theme.

    >>> document("", (0, 0, 10, 10), "10", "10", "nothing", "an empty image", "light")[:74]
    '<svg xmlns="http://www.w3.org/2000/svg" class="noughts noughts-light" role'
    """
    if theme not in ("auto", *TONES):
        raise ValueError(f"no theme {theme!r}: expected 'auto', 'light' or 'dark'")
    mark = f"n{crc32(f'{body}{title}{desc}'.encode('utf-8', 'replace')):08x}"
    content = (
        element("title", text(title), id=f"{mark}-title")
        + element("desc", text(desc), id=f"{mark}-desc")
        + element("style", _style(body, theme) + (_ON_PAPER if width.endswith("mm") else ""))
        + body
    )
    return Svg(
        element(
            "svg",
            content,
            xmlns="http://www.w3.org/2000/svg",
            class_=f"noughts noughts-{theme}",
            role=role,
            aria_labelledby=f"{mark}-title {mark}-desc",
            width=width,
            height=height,
            viewBox=" ".join(map(number, box)),
        )
    )


# A sheet that is printed as a document of its own fits the paper, whichever that is.
_ON_PAPER: Final = "@media print{svg:root{width:100vw;height:100vh}}"


def _style(body: str, theme: Theme) -> str:
    """The rules of the classes that a body uses; each names the theme, so that a page may hold images of several."""
    used = {name for names in _CLASSES.findall(body) for name in names.split()}
    if theme != "auto":
        return _rules(used, theme, theme)
    return f"{_rules(used, 'light', theme)}@media (prefers-color-scheme:dark){{{_rules(used, 'dark', theme)}}}"


def _rules(used: set[str], tone: Tone, theme: Theme) -> str:
    ink, stroke = colours(tone), shapes().stroke
    stone = f"fill:none;stroke-width:{number(stroke)};stroke-linecap:round"
    rules = {
        "card": f"fill:{ink['card']}",
        "won": f"fill:{ink['won']}",
        "lost": f"fill:{ink['bad']}",
        "accent": f"fill:{ink['accent']}",
        "ink": f"fill:{ink['ink']}",
        "soft": f"fill:{ink['soft']}",
        "grid": f"fill:none;stroke:{ink['edge']};stroke-width:2;shape-rendering:crispEdges",
        "x": f"{stone};stroke:{ink['ink']}",
        "o": f"{stone};stroke:{ink['accent']}",
        "on": f"{stone};stroke:{ink['card']}",
        "strike": f"stroke:{ink['strike']};stroke-linecap:round",
        "gain": f"fill:{ink['strike']}",
        "hair": f"fill:none;stroke:{ink['line']};stroke-width:4",
        "frame": f"fill:none;stroke:{ink['edge']};stroke-width:6",
        "chosen": f"fill:none;stroke:{ink['ink']};stroke-width:5",
        "arrow": f"fill:none;stroke:{ink['bad']};stroke-width:5;stroke-linecap:round;stroke-linejoin:round",
        "win": f"fill:{ink['accent']};stroke:{ink['accent']};stroke-width:1.5;stroke-linejoin:round",
        "draw": f"fill:{ink['ink']};stroke:none",
        "loss": f"fill:none;stroke:{ink['ink']};stroke-width:1.5;stroke-linejoin:round",
    }
    lines = [f".noughts-{theme} text{{font-family:{_FONT};font-variant-numeric:tabular-nums}}"]
    return "".join(lines + [f".noughts-{theme} .{name}{{{rule}}}" for name, rule in rules.items() if name in used])

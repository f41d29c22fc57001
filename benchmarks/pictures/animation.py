"""Screens of a terminal as one moving SVG: a strip of frames, moved by the style sheet alone.

A row that several frames have is drawn once. A reader who wants less motion sees one frame, which stands still.
"""

import re
from collections.abc import Sequence
from html import escape

from benchmarks.pictures.recording import COLUMNS, ROWS, Row, Screen, Style

CELL, LINE = 8.4, 18  # pixels
PAPER, INK = "#121212", "#e9edf3"
COLOURS = {  # those that programs name; others are written as six digits
    "default": INK,
    "black": "#303a47",
    "red": "#ff9d7c",
    "green": "#5fd3c4",
    "brown": "#e8c268",
    "blue": "#7fb2ff",
    "magenta": "#d9a3ff",
    "cyan": "#5fd3c4",
    "white": INK,
}
MARGIN = 12


def moving(screens: Sequence[Screen], still: int, title: str, words: str) -> str:
    """Return the screens as an image; `still` is the number of the one that stands where no motion is wanted."""
    width, height = round(COLUMNS * CELL + 2 * MARGIN), ROWS * LINE + 2 * MARGIN
    drawn: dict[Row, str] = {}
    frames = [_frame(screen, number * height, drawn) for number, screen in enumerate(screens)]
    rows = "".join(f'<g id="{name}">{_row(row)}</g>' for row, name in drawn.items())
    total = sum(screen.seconds for screen in screens)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}"><title id="t">{escape(title)}</title><desc id="d">{escape(words)}</desc>'
        f"<style>text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        f"fill:{INK};white-space:pre}}.b{{font-weight:bold}}"
        f".film{{animation:film {total:g}s step-end infinite}}@keyframes film{{{_keyframes(screens, height)}}}"
        f"@media (prefers-reduced-motion:reduce){{.film{{animation:none;transform:translateY({-still * height}px)}}}}"
        f'</style><defs>{rows}</defs><rect width="100%" height="100%" rx="8" fill="{PAPER}" stroke="#566070"/>'
        f'<g class="film">{"".join(frames)}</g></svg>\n'
    )


def _keyframes(screens: Sequence[Screen], height: int) -> str:
    total, begun, written = sum(screen.seconds for screen in screens), 0.0, []
    for number, screen in enumerate(screens):
        written.append(f"{100 * begun / total:.3f}%{{transform:translateY({-number * height}px)}}")
        begun += screen.seconds
    return "".join(written)


def _frame(screen: Screen, top: int, drawn: dict[Row, str]) -> str:
    parts = [
        f'<use href="#{drawn.setdefault(row, f"r{len(drawn)}")}" y="{number * LINE}"/>'
        for number, row in enumerate(screen.rows)
        if any(style.back != "default" or text.strip() for style, text in row)
    ]
    if screen.cursor:
        column, line = screen.cursor
        x, y = _at(column), line * LINE + 2
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{LINE - 2}" fill="{INK}"/>')
    return f'<g transform="translate({MARGIN} {top + MARGIN})">{"".join(parts)}</g>'


def _row(row: Row) -> str:
    column, written = 0, []
    for style, text in row:
        if style.back != "default":
            size = f'width="{_at(len(text))}" height="{LINE}"'
            written.append(f'<rect x="{_at(column)}" {size} fill="{_colour(style.back)}"/>')
        for word in re.finditer(r"\S+(?: \S+)*", text):
            written.append(_word(word[0], column + word.start(), style))
        column += len(text)
    return "".join(written)


def _word(text: str, column: int, style: Style) -> str:
    """Return some text at its column, as wide as its cells whatever the font."""
    look = ' class="b"' if style.bold else ""
    if style.fore not in ("default", "white"):
        look += f' fill="{_colour(style.fore)}" style="fill:{_colour(style.fore)}"'
    return f'<text x="{_at(column)}" y="14" textLength="{_at(len(text))}"{look}>{escape(text, quote=False)}</text>'


def _at(columns: int) -> str:
    return f"{columns * CELL:g}"


def _colour(name: str) -> str:
    return COLOURS.get(name.removeprefix("bright"), f"#{name}")

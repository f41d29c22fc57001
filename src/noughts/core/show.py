"""How results show themselves in a notebook. Pictures come from `noughts.drawing`, loaded with the first of them."""

from collections.abc import Iterable, Sequence
from importlib import import_module

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def picture(position: object, **options: object) -> str:
    """Return a position as SVG; the options are those of `noughts.draw`."""
    return str(import_module("noughts.drawing").draw(position, **options))


def report(title: str, facts: Iterable[tuple[str, object]], picture: str = "") -> str:
    """Return HTML: a title, facts with their names, and a picture.

    >>> report("draw", [("nodes", 9)])
    '<p><strong>draw</strong></p><table><tr><th>nodes</th><td>9</td></tr></table>'
    """
    rows = "".join(f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in facts)
    return f"<p><strong>{_text(title)}</strong></p>" + (f"<table>{rows}</table>" if rows else "") + picture


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return HTML: a title and a table with a head.

    >>> table("two", ["a"], [[1]])
    '<p><strong>two</strong></p><table><tr><th>a</th></tr><tr><td>1</td></tr></table>'
    """
    lines = [_row("th", head), *(_row("td", row) for row in rows)]
    return f"<p><strong>{_text(title)}</strong></p><table>{''.join(lines)}</table>"


def _row(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{_text(cell)}</{tag}>' for cell in cells)}</tr>"


def _text(value: object) -> str:
    return (f"{value:,}" if isinstance(value, int) else str(value)).translate(_MARKUP)

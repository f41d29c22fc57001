"""How results show themselves in a notebook. The package says who draws pictures: the rules know of no drawing."""

TYPE_CHECKING = False  # every import of the package loads this module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_painters: "list[Callable[..., object]]" = []
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def draw_by(painter: "Callable[..., object]") -> None:
    """Let a function draw: it takes a position and the options of `noughts.draw`, and returns SVG."""
    _painters[:] = [painter]


def picture(position: object, **options: object) -> str:
    """Return a position as SVG; the options are those of `noughts.draw`."""
    return str(_painters[0](position, **options))


def report(title: str, facts: "Iterable[tuple[str, object]]", picture: str = "") -> str:
    """Return HTML: a title, facts with their names, and a picture.

    >>> report("draw", [("nodes", 9)])
    '<p><strong>draw</strong></p><table><tr><th>nodes</th><td>9</td></tr></table>'
    """
    rows = "".join(f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in facts)
    return f"<p><strong>{_text(title)}</strong></p>" + (f"<table>{rows}</table>" if rows else "") + picture


def table(title: str, head: "Sequence[str]", rows: "Iterable[Sequence[object]]") -> str:
    """Return HTML: a title and a table with a head.

    >>> table("two", ["a"], [[1]])
    '<p><strong>two</strong></p><table><tr><th>a</th></tr><tr><td>1</td></tr></table>'
    """
    lines = [_row("th", head), *(_row("td", row) for row in rows)]
    return f"<p><strong>{_text(title)}</strong></p><table>{''.join(lines)}</table>"


def _row(tag: str, cells: "Iterable[object]") -> str:
    return f"<tr>{''.join(f'<{tag}>{_text(cell)}</{tag}>' for cell in cells)}</tr>"


def _text(value: object) -> str:
    return (f"{value:,}" if isinstance(value, int) else str(value)).translate(_MARKUP)

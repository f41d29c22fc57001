"""The table of a class as a page of HTML."""

from collections.abc import Sequence
from html import escape

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.drawing import draw
from noughts.grading.table import chances, file_labels, per_cent, score, shortest_loss, summary, verdicts
from noughts.results.grade import Submission

_STYLE = """
body { font-family: system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #8886; padding: 0.4rem 0.8rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.holds td:nth-child(-n+3) { font-weight: bold; }
""".strip()

_HOLDING = ' class="holds"'
_PICTURE = 132  # pixels


def as_html(game: Game, rows: Sequence[Submission]) -> str:
    """Return the table as a page of HTML that needs nothing else, with a picture of every line."""
    labels = file_labels(rows)
    head = (
        "file",
        "moving first",
        "moving second",
        "random",
        "perfect",
        "illegal",
        "raised",
        "seconds",
        "points",
        "line",
        "remark",
    )
    body = []
    for row in rows:
        texts = [f"<td>{escape(text)}</td>" for text in (labels[row.file], *verdicts(row))]
        numbers = (*map(per_cent, chances(row)), row.illegal, row.raised, f"{row.seconds:.1f}")
        cells = [*texts, *(f'<td class="number">{number}</td>' for number in numbers)]
        points = "<br>".join(escape(f"{item.earned:g}/{item.possible:g} {item.name}") for item in row.points)
        cells += [f"<td>{score(row)}<br>{points}</td>", f"<td>{_picture(game, row)}</td>"]
        cells.append(f"<td>{escape(row.remark)}</td>")
        body.append(f"<tr{_HOLDING if row.holds else ''}>{''.join(cells)}</tr>")
    title = f"{game}: what each program does against every reply"
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n<h1>{title}</h1>",
            "<p>random, perfect: won/drawn/lost per cent against random and perfect play, the mean of its seats. "
            "illegal, raised: positions in which the program answers with an illegal move, or raises an exception.</p>",
            f"<table>\n<tr>{''.join(f'<th>{column}</th>' for column in head)}</tr>",
            *body,
            f"</table>\n<p>{summary(rows)}</p>\n</html>\n",
        ]
    )


def _picture(game: Game, row: Submission) -> str:
    """Return a drawing of the shortest game that a program loses, its moves and its seat; empty without one."""
    loss = shortest_loss(row)
    if loss is None:
        return ""
    picture = draw(Position(game), line=loss.line, size=_PICTURE)
    return f"{picture}<br>{escape(str(loss.line))}<br>moving {escape(loss.seat)}"

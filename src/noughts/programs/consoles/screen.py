"""Finding the board on the screen of a console game: rows of three marks, whatever is drawn between them."""

import re
from collections.abc import Iterator, Sequence

from noughts.programs.play.stage import ESCAPE

_CLEAR = re.compile(r"\x1b\[[0-3]?J|\x1bc|\x0c")
_BARS = re.compile(r"[|│┃║¦!]")
_RULE = re.compile(r"(?!\s*[-_]{3}\s*$)(?=.*(--|==|__|──|━━|══|[-=_─━═]\s*[+┼╋╬┿]))[\s\-+=_─━═┼╋╬┿|│┃*]*")
_QUOTED = re.compile(r"""['"](.{0,2})['"]""")
_BRACKETED = re.compile(r"\[([^\]\[]{0,3})\]")
_SPACED = re.compile("([XxOo ]) ([XxOo ]) ([XxOo ])")  # a free cell is a space, and so is what parts the cells
_FRAMED = re.compile(r"\s*[|│┃║] ([XxOo_. ]) ([XxOo_. ]) ([XxOo_. ]) [|│┃║]\s*")  # the same between two bars
_SIDE = 3
_HEADS = ("123", "012")  # the numbers of the columns above a board
_SIGNS = {"✕": "X", "✗": "X", "✖": "X", "❌": "X", "⭕": "O", "○": "O", "◯": "O"}

Board = tuple[str, ...]  # nine cells: X, O, or a space


def plain_text(output: str) -> str:
    """Return what is on the screen after some output: without escapes, from the last time that it was cleared on."""
    return ESCAPE.sub("", _CLEAR.split(output)[-1]).replace("\r", "")


def boards(output: str) -> Iterator[Board]:
    """Yield the boards of 3 by 3 in some output, in order, on all its screens.

    >>> list(boards("Your move\\n X | O | 3\\n---+---+---\\n 4 | X | 6\\n---+---+---\\n 7 | 8 | 9\\nMove? "))
    [('X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' ')]
    >>> list(boards("[['X', ' ', 'O'], [' ', ' ', ' '], [' ', ' ', ' ']]"))
    [('X', ' ', 'O', ' ', ' ', ' ', ' ', ' ', ' ')]
    >>> list(boards("no board"))
    []
    """
    for screen in _CLEAR.split(output):
        yield from _boards(plain_text(screen))


def _boards(text: str) -> Iterator[Board]:
    """Yield the boards of a screen, in order."""
    for run in _runs(text.splitlines()):
        blocks = [block for block in run if block]
        if len(blocks) >= _SIDE and all(len(block) in (2, 3) for block in blocks):
            rows = [next(filter("".join, block), block[0]) for block in blocks]  # each is drawn in several lines
        else:
            rows = [row for block in blocks for row in block]
        if len(rows) % (_SIDE + 1) == 0 and all("".join(row) in _HEADS for row in rows[:: _SIDE + 1]):
            rows = [row for number, row in enumerate(rows) if number % (_SIDE + 1)]
        for start in range(0, len(rows) - _SIDE + 1, _SIDE):
            yield tuple(_mark(cell) for row in rows[start : start + _SIDE] for cell in row)


def _runs(lines: Sequence[str]) -> Iterator[list[list[Sequence[str]]]]:
    """Yield the rows that no other text parts, in blocks that rules and empty lines part."""
    run: list[list[Sequence[str]]] = [[]]
    for line in lines:
        cells = _cells(line)
        if len(cells) == _SIDE * _SIDE:  # a whole board in a line
            yield run
            yield [[cells[start : start + _SIDE] for start in range(0, len(cells), _SIDE)]]
            run = [[]]
        elif len(cells) == _SIDE and not _RULE.fullmatch(line):
            run[-1].append(cells)
        elif not line.strip() or _RULE.fullmatch(line):
            run.append([])
        else:
            yield run
            run = [[]]
    yield run


def _cells(line: str) -> list[str]:
    """Return the cells of a line; none if it is not a row of a board."""
    for pattern in (_QUOTED, _BRACKETED):
        cells = pattern.findall(line)
        if len(cells) in (_SIDE, _SIDE * _SIDE):
            return list(cells)
    if framed := _FRAMED.fullmatch(line):
        return list(framed.groups())
    if _BARS.search(line):
        return _barred(_BARS.split(line))
    if spaced := _SPACED.fullmatch(line):
        return list(spaced.groups())
    words = line.split()
    if len(words) == _SIDE + 1 and len(words[0]) == 1 and _is_label(words[0]):
        words = words[1:]
    if len(words) == 1 and len(words[0]) == _SIDE:
        words = list(words[0])
    short = len(words) == _SIDE and all(len(word) == 1 and _is_cell(word) for word in words)
    return words if short else []


def _barred(parts: Sequence[str]) -> list[str]:
    """Return the cells between bars; a label may stand before the first one."""
    cells = list(parts)
    if len(cells) == _SIDE + 2:  # a bar at both ends, perhaps a label before the first
        cells = cells[1:-1]
    elif len(cells) == _SIDE + 1:  # one at the beginning, or at the end
        cells = cells[:-1] if not cells[-1].strip() else cells[1:]
    if len(cells) != _SIDE:
        return []
    first = cells[0].rstrip()
    if match := re.fullmatch(r"\s*[1-3a-cA-C0]\s{1,4}(\S?)\s*", cells[0]):
        first = match[1]
    shown = [first.strip(), *(cell.strip() for cell in cells[1:])]
    return shown if all(len(cell) <= 1 and (not cell or _is_cell(cell)) for cell in shown) else []


def _is_label(word: str) -> bool:
    return word in "0123abcABC"


def _is_cell(text: str) -> bool:
    return text in "XxOo0123456789.-_#*+ ?·~:" or not text.isascii()


def _mark(cell: str) -> str:
    """Return the mark of a cell: X, O, or a space for a free one."""
    known = cell.strip().upper()
    return known if known in ("X", "O") else _SIGNS.get(known, " ")

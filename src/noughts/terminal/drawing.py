"""The full-screen board as text: the content of a cell, and its place on the screen.

Colour is never the only mark: brackets are the cursor, `<X>` is the last move, `*X*` the winning line, `?` a hint.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from noughts.core.game import Game, Move
from noughts.core.notation import short
from noughts.core.position import Position, Side
from noughts.terminal import words
from noughts.terminal.session import Session

LABELS = 3  # columns on the left for the row numbers
HEADER = 1  # lines above for the column letters


@dataclass(frozen=True)
class BoardLayout:
    """The size of a cell in characters, and whether rules stand between the cells."""

    width: int
    height: int
    ruled: bool

    @property
    def across(self) -> int:
        """Characters from a cell to the next."""
        return self.width + self.ruled

    @property
    def down(self) -> int:
        """Lines from a cell to the next."""
        return self.height + self.ruled

    def size(self, game: Game) -> tuple[int, int]:
        """Return the width and height of the whole board with its coordinates."""
        return LABELS + game.m * self.across - self.ruled, HEADER + game.n * self.down - self.ruled

    def cell_at(self, game: Game, x: int, y: int) -> Move | None:
        """Return the cell at a point of the board; None on coordinates, on rules and outside."""
        column, right = divmod(x - LABELS, self.across)
        row, below = divmod(y - HEADER, self.down)
        on_board = 0 <= column < game.m and 0 <= row < game.n
        return game.cell(row, column) if on_board and right < self.width and below < self.height else None


_LARGEST = 25  # lines of a cell
_SMALL = ((9, 3, True), (7, 3, True), (5, 1, True), (5, 1, False), (3, 1, False))
LAYOUTS = (
    *(BoardLayout(2 * height + 1, height, True) for height in range(_LARGEST, 3, -2)),
    *(BoardLayout(*size) for size in _SMALL),
)


def fitting(game: Game, width: int, height: int) -> BoardLayout:
    """Return the largest layout that fits, else the smallest."""
    for layout in LAYOUTS:
        board_width, board_height = layout.size(game)
        if board_width <= width and board_height <= height:
            return layout
    return LAYOUTS[-1]


@dataclass(frozen=True)
class Picture:
    """The content of the board: the position, the last move, the winning line, a hint, scores."""

    position: Position
    last: Move | None = None
    line: frozenset[Move] = frozenset()
    hint: Move | None = None
    scores: Sequence[float | None] = ()
    ranks: tuple[float, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        known = {score for score in self.scores if score is not None}
        object.__setattr__(self, "ranks", tuple(sorted(known)))

    def score(self, cell: Move) -> float | None:
        """Return the score shown on a cell."""
        return self.scores[cell] if self.scores else None

    def heat(self, cell: Move) -> float | None:
        """Return how a cell's score ranks, from 0 (least) to 1 (greatest): one huge score hides no other."""
        score = self.score(cell)
        if score is None:
            return None
        return self.ranks.index(score) / (len(self.ranks) - 1) if len(self.ranks) > 1 else 1.0


def picture(session: Session, with_scores: bool) -> Picture:
    """Return the picture of a session."""
    outcome = session.position.outcome
    turn = words.scored_turn(session) if with_scores else None
    scores = turn.decision.scores if turn is not None and turn.decision is not None else None
    return Picture(
        session.position,
        session.turns[-1].move if session.turns else None,
        frozenset(outcome.line) if outcome and outcome.line else frozenset(),
        session.hint.move if session.hint else None,
        scores or (),
    )


def cell_text(shown: Picture, layout: BoardLayout, cell: Move, line: int, cursor: bool) -> str:
    """Return one line of a cell, exactly as wide as the layout says."""
    text = _content(shown, layout, cell, line)
    if line == layout.height // 2:
        room = (layout.width - len(text)) // 2
        for left, right in _marks(shown, cell, cursor)[-room:] if room else []:
            text = f"{left}{text}{right}"
    return text.center(layout.width)


def _content(shown: Picture, layout: BoardLayout, cell: Move, line: int) -> str:
    score, stone = shown.score(cell), shown.position.stone(cell)
    middle = line == layout.height // 2
    if score is not None:
        return short(score, layout.width - 2 if layout.width > 3 else 3) if middle else ""
    if stone is None and cell == shown.hint:
        return "?" if middle else ""
    if layout.height > 1:
        return _stone_line(stone, layout.height, line)
    return stone.value if stone else " " if layout.ruled else "·"


def _stone_line(stone: Side | None, size: int, line: int) -> str:
    """Return one line of a stone that is `size` lines high, and as many characters wide."""
    if stone is None:
        return " " * size
    if stone is Side.X:
        return _cross_line(size, line)
    if line in (0, size - 1):
        left, right = "╭╮" if line == 0 else "╰╯"
        return f"{left}{'─' * (size - 2)}{right}"
    return f"│{' ' * (size - 2)}│"


def _cross_line(size: int, line: int) -> str:
    """Return one line of the two diagonals of a square."""
    strokes = {line: "╲", size - 1 - line: "╱"} if 2 * line != size - 1 else {line: "╳"}
    return "".join(strokes.get(at, " ") for at in range(size))


def _marks(shown: Picture, cell: Move, cursor: bool) -> list[tuple[str, str]]:
    """The marks around a cell's content from the inside out; the cursor's if there is room for one only."""
    marks = []
    if cell in shown.line:
        marks.append(("*", "*"))
    elif cell == shown.last:
        marks.append(("<", ">"))
    elif cell == shown.hint and shown.score(cell) is not None:
        marks.append(("?", "?"))
    return [*marks, ("[", "]")] if cursor else marks

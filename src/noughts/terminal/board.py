"""The board as one Textual widget that draws its own lines: fast also with hundreds of cells."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from noughts.core.game import COLUMNS, Game, Move
from noughts.core.notation import parse_move
from noughts.core.position import Position, Side
from noughts.errors import NotationError
from noughts.terminal.drawing import HEADER, LABELS, Picture, cell_text, fitting


class BoardView(ScrollView, can_focus=True):
    """Shows a `Picture`; posts a message for a chosen cell and for a pressed key."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{part}" for part in ("label", "rule", "free", "x", "o", "last", "line", "hint", "cold", "hot")
    }
    DEFAULT_CSS = """
    BoardView { scrollbar-size: 1 1; background: $background; }
    BoardView .board--label { color: $text-muted; }
    BoardView .board--rule { color: $foreground 45%; }
    BoardView .board--free { color: $foreground 45%; }
    BoardView .board--x { color: $text-primary; text-style: bold; }
    BoardView .board--o { color: $text-warning; text-style: bold; }
    BoardView .board--last { text-style: bold underline; }
    BoardView .board--line { color: $text-success; text-style: bold reverse; }
    BoardView .board--hint { color: $text-success; text-style: bold; }
    BoardView .board--cold { background: $background; }
    BoardView .board--hot { background: $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(0, -1)"),
        Binding("down", "step(0, 1)"),
        Binding("left", "step(-1, 0)"),
        Binding("right", "step(1, 0)"),
        Binding("home", "step(-26, 0)"),
        Binding("end", "step(26, 0)"),
        Binding("pageup", "step(0, -26)"),
        Binding("pagedown", "step(0, 26)"),
        Binding("enter,space", "choose"),
        Binding("backspace", "rub_out"),
        Binding("escape", "forget"),
    ]

    class Chosen(Message):
        """A cell was chosen by a click, by its name or with the cursor; `text` is its name."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Moved(Message):
        """The cursor moved, or the typed text changed."""

    class Pressed(Message):
        """A key was pressed that the board does not use."""

        def __init__(self, character: str) -> None:
            super().__init__()
            self.character = character

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.picture = Picture(Position(game))
        self.layout_now = fitting(game, 0, 0)
        self.cursor = _middle(game)
        self.typed = ""

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.picture.position.game

    # Display.

    def show(self, picture: Picture) -> None:
        """Show another picture; on another game the cursor goes to the middle."""
        if picture.position.game != self.game:
            self.cursor, self.typed = _middle(picture.position.game), ""
        self.picture = picture
        self.fit()

    def fit(self) -> None:
        """Choose the layout for the available space."""
        room = self.container_size
        self.layout_now = fitting(self.game, room.width, room.height)
        self.virtual_size = Size(*self.layout_now.size(self.game))
        self._keep_cursor_in_view()
        self.refresh()

    def on_resize(self) -> None:
        self.fit()

    def move_cursor(self, cell: Move) -> None:
        """Put the cursor on a cell; only the lines of the old and the new cell are drawn again."""
        for changed in (self.cursor, cell):
            row, _ = self.game.row_column(changed)
            top = self._origin[1] + HEADER + row * self.layout_now.down - self.scroll_offset.y
            self.refresh(Region(0, top, self.size.width, self.layout_now.height))
        self.cursor = cell
        self._keep_cursor_in_view()
        self.post_message(self.Moved())

    @property
    def _room(self) -> Size:
        """The size of the widget without its scrollbars."""
        return self.scrollable_content_region.size

    @property
    def _origin(self) -> tuple[int, int]:
        """The offset of the board: it is centred if there is space."""
        width, height = self.layout_now.size(self.game)
        return max(0, (self._room.width - width) // 2), max(0, (self._room.height - height) // 2)

    def _keep_cursor_in_view(self) -> None:
        row, column = self.game.row_column(self.cursor)
        x, y = column * self.layout_now.across, row * self.layout_now.down
        right = x + self.layout_now.width - (self._room.width - LABELS)
        bottom = y + self.layout_now.height - (self._room.height - HEADER)
        offset = self.scroll_offset
        self.scroll_to(min(max(offset.x, right), x), min(max(offset.y, bottom), y), animate=False, immediate=True)

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """Return a line of the widget; the coordinates stay in view while the board scrolls under them."""
        left, top = self._origin
        y -= top
        if not 0 <= y < self.virtual_size.height:
            return Strip.blank(self._room.width, self.rich_style)
        if y < HEADER:
            label, body = " " * LABELS, self._letters()
        else:
            label, body = self._body_line(y - HEADER + self.scroll_offset.y)
        width = self._room.width - LABELS
        scrolled = Strip(body).crop(self.scroll_offset.x, self.scroll_offset.x + width)
        margin = Segment(" " * left + label, self._style("label"))
        return Strip.join([Strip([margin]), scrolled]).extend_cell_length(self._room.width, self.rich_style)

    def _letters(self) -> list[Segment]:
        between = " " * self.layout_now.ruled
        letters = between.join(letter.center(self.layout_now.width) for letter in COLUMNS[: self.game.m])
        return [Segment(letters, self._style("label"))]

    def _body_line(self, y: int) -> tuple[str, list[Segment]]:
        """The label and the cells of a line of the board."""
        layout, game = self.layout_now, self.game
        row, line = divmod(y, layout.down)
        if line == layout.height:
            rule = "┼".join(["─" * layout.width] * game.m)
            return " " * LABELS, [Segment(rule, self._style("rule"))]
        segments = []
        for column in range(game.m):
            cell = game.cell(row, column)
            here = cell == self.cursor and self.has_focus
            segments.append(Segment(cell_text(self.picture, layout, cell, line, here), self._cell_style(cell, here)))
            if layout.ruled and column < game.m - 1:
                segments.append(Segment("│", self._style("rule")))
        label = f"{row + 1:2d} " if line == layout.height // 2 else " " * LABELS
        return label, segments

    def _cell_style(self, cell: Move, cursor: bool) -> Style:
        shown, stone = self.picture, self.picture.position.stone(cell)
        style = self._style({Side.X: "x", Side.O: "o", None: "free"}[stone])
        if cell == shown.hint:
            style += self._style("hint")
        heat = shown.heat(cell)
        if heat:
            style += self._heat(heat)
        if cell in shown.line:
            style = self._style("line")
        elif cell == shown.last:
            style += Style(bold=True, underline=self.layout_now.height == 1)
        return style + Style(reverse=True, underline=style.reverse) if cursor else style

    def _heat(self, heat: float) -> Style:
        cold = self.get_component_styles("board--cold").background
        hot = self.get_component_styles("board--hot").background
        colour = cold.blend(hot, heat)
        return Style.from_color(colour.get_contrast_text(1.0).rich_color, colour.rich_color) + Style(bold=heat == 1)

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"board--{part}")

    # Keys and mouse.

    def action_step(self, right: int, down: int) -> None:
        """Move the cursor, at most to the edge of the board."""
        row, column = self.game.row_column(self.cursor)
        row = min(max(row + down, 0), self.game.n - 1)
        column = min(max(column + right, 0), self.game.m - 1)
        self.typed = ""
        self.move_cursor(self.game.cell(row, column))

    def action_choose(self) -> None:
        """Choose the typed cell, or the cell under the cursor."""
        text, self.typed = self.typed or self.game.name(self.cursor), ""
        self.post_message(self.Chosen(text))

    def action_rub_out(self) -> None:
        """Delete the last typed character."""
        self._type(self.typed[:-1])

    def action_forget(self) -> None:
        """Clear the typed text."""
        self._type("")

    def on_key(self, event: events.Key) -> None:
        """Add a character to a cell's name, column letters and digits; any other character is a command key."""
        character = event.character or ""
        if not event.is_printable or character.isspace():
            return
        event.stop()
        if character.isdecimal():
            self._type(self.typed + character)
        elif character in COLUMNS[: self.game.m]:
            self._type(character)
        else:
            self.post_message(self.Pressed(character))

    def _type(self, text: str) -> None:
        """Set the typed text; the cursor moves to the cell that it names."""
        self.typed = text[:3]
        try:
            self.move_cursor(parse_move(self.picture.position, self.typed))
        except NotationError:
            self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Choose the cell under the mouse."""
        left, top = self._origin
        x, y = event.x - left, event.y - top
        if x < LABELS or y < HEADER:
            return
        cell = self.layout_now.cell_at(self.game, x + self.scroll_offset.x, y + self.scroll_offset.y)
        if cell is not None:
            self.typed = ""
            self.move_cursor(cell)
            self.post_message(self.Chosen(self.game.name(cell)))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()


def _middle(game: Game) -> Move:
    """Return the middle cell."""
    return game.cell((game.n - 1) // 2, (game.m - 1) // 2)

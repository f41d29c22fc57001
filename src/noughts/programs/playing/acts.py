"""What a person can do where a game waits for them: type a line, press a button, click, press a key."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Typed:
    """A line of text, without its end."""

    text: str


@dataclass(frozen=True)
class PressedButton:
    """A button of a window, by its number in `Offer.buttons`."""

    button: int


@dataclass(frozen=True)
class Clicked:
    """A click of the left mouse button in a window, in pixels from its top left corner."""

    x: int
    y: int


@dataclass(frozen=True)
class Keyed:
    """A key of the keyboard, by the name that the window kit gives it."""

    key: str


Act = Typed | PressedButton | Clicked | Keyed


@dataclass(frozen=True)
class Button:
    """A button of a window: its text, and its place in the grid if it has one."""

    text: str
    row: int | None = None
    column: int | None = None
    is_enabled: bool = True


@dataclass(frozen=True)
class Offer:
    """What a program waits for: a line of text, unless it shows a window.

    `buttons` can be pressed; in a window of `size` (width and height in pixels) one can click; `keys` are heard.
    `question` is the text of the prompt, the title of a dialog.
    """

    question: str = ""
    buttons: tuple[Button, ...] = ()
    size: tuple[int, int] | None = None
    keys: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the person types a line."""
        return not self.buttons and self.size is None and not self.keys

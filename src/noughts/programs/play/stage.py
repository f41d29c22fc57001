"""What is seen of a game where it waits for its person, or at its end, and what a person can do there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


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


Contents = tuple[str, ...]  # of the cells row by row, each as a word: what is in it, as Python writes it


@dataclass(frozen=True)
class Stage:
    """What is seen where a game waits for its person, or at its end.

    `number` names the stage in its session. `text` was printed since the last act. `boards` holds the contents of
    whatever may be a board, by its place; where one place is watched, of that one. `trail`: the contents of the place
    that is watched, as they were seen one after the other since the last act. `end` says how the game ended; it is
    empty while it waits. `fault`: whether it ended by an exception; `is_cut`: whether it cannot go on here, so that
    what it did last is not known. `keys`: by which a place holds its cells, where these are texts.
    """

    number: int
    offer: Offer = field(default_factory=Offer)
    text: str = ""
    boards: Mapping[str, Contents] = field(default_factory=dict)
    trail: tuple[Contents, ...] = ()
    end: str = ""
    fault: bool = False
    is_cut: bool = False
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Outcomes = list[tuple[Fraction, Stage]]  # the stages that an act may lead to, with their chances

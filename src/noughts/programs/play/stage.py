"""What is seen of a game where it waits for its person, or at its end, and what a person can do there; its sessions: it
can be played from any of its prompts, as often as one likes."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Never, Protocol


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


def stones_of(contents: Contents, mark: str) -> int:
    """Return the cells that hold a mark, as a mask."""
    return sum(1 << cell for cell, word in enumerate(contents) if word == mark)


def changed_cells(before: Contents, after: Contents) -> set[int]:
    """Return the cells that hold something else than before; none where nothing was seen."""
    return {cell for cell, (first, second) in enumerate(zip(before, after, strict=False)) if first != second}


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


class Person(Protocol):
    """What answers where a program waits for its person, and sees what it shows."""

    window: Callable[[], Offer] | None
    """What a window offers now, once there is one."""

    def ask(self, offer: Offer) -> Act:
        """Return what the person does there."""

    def show(self, text: str) -> None:
        """Take a text that a window shows: of a label, of a message, of an error."""

    def glance(self) -> None:
        """Look at the board."""

    def rest(self) -> None:
        """Look at the board where nothing of the program runs: a game that is over there ends, before a new one
        begins."""

    def end(self, how: str, fault: bool, is_cut: bool = False) -> Never:
        """Take note that the game has ended; `is_cut`: where it cannot go on here, so that what it did last is not
        known."""


ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])")  # how text says its colour, or where it is
_PAUSE = re.compile(r"\b(press|hit|push)\b[^\n]{0,12}\b(enter|return|any key)\b", re.I)  # at the end of what is shown
_MOST_PAUSES = 5  # one after the other
MOST_OUTCOMES = 3_000  # of one act


class GameSession(ABC):
    """A game that can be played from any of its prompts, as often as one likes."""

    watched: str = ""  # the place of the board, once it is known
    marks: tuple[str, str] = "", ""  # of both sides there
    leaving: int = -1  # the number of a stage at which the next act is the last one
    most_outcomes: int = MOST_OUTCOMES  # of an act that are followed
    spent: float = 0.0  # seconds of a processor, by the game, where that is known
    ahead_seconds: float = 0.0  # on the clock, which an answer may take longer for what is asked after it
    is_slow: bool = False  # whether an act costs a new process: then few are tried, in the seat asked for

    @abstractmethod
    def begin(self, seed: int | None = None) -> Outcomes:
        """Return the first prompts of the game; with a seed, one of them, of a new game, as it is drawn.

        Raises StrategyError if it cannot be started, and what `after` raises.
        """

    @abstractmethod
    def after(self, stage: Stage, act: Act, seed: int | None = None) -> Outcomes:
        """Return the next prompts after an act at a stage of this session; with a seed, one of them, as it is drawn.

        Raises NoAnswer if there is none within the limit, LimitExceeded if the processor time is over, Unenumerable
        where the random numbers of the game cannot be listed.
        """

    def after_pauses(self, stage: Stage, act: Act, seed: int | None = None) -> Outcomes:
        """Return what `after` returns; where the game then waits for the Enter key alone, that is pressed."""
        outcomes: Outcomes = []
        todo = [(chance, following, 0) for chance, following in self.after(stage, act, seed)]
        while todo:
            chance, before, pauses = todo.pop(0)
            if pauses == _MOST_PAUSES or not _is_pause(before):
                outcomes.append((chance, before))
                continue
            for share, later in self.after(before, Typed(""), seed):
                seen = replace(later, text=before.text + later.text, trail=before.trail + later.trail)
                todo.append((chance * share, seen, pauses + 1))
            self.leave(before)
        return outcomes

    def is_waiting(self, stage: Stage) -> bool:
        """Return whether a process waits at a stage: an act there costs no more than its own time."""
        return False

    def again(self, stage: Stage) -> Outcomes:
        """Return the same prompt of a game that begins in the other seat, where who begins is drawn and not listed."""
        return []

    @abstractmethod
    def leave(self, stage: Stage) -> None:
        """Forget a stage: no act follows it soon."""

    @abstractmethod
    def close(self) -> None:
        """End all processes of the game."""


def _is_pause(stage: Stage) -> bool:
    shown = stage.offer.question or stage.text[-100:]
    return not stage.end and stage.offer.is_text and _PAUSE.search(shown) is not None

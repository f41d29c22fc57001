"""A game that can be played from any of its prompts, as often as one likes, and the person who plays it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Never, Protocol

from noughts.programs.play.stage import Act, Offer, Outcomes, Stage, Typed


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

    def end(self, how: str, fault: bool, is_cut: bool = False) -> Never:
        """Take note that the game has ended; `is_cut`: where it cannot go on here, so that what it did last is not
        known."""


_PAUSE = re.compile(r"\b(press|hit|push)\b[^\n]{0,12}\b(enter|return|any key)\b", re.I)  # at the end of what is shown
_MOST_PAUSES = 5  # one after the other


class GameSession(ABC):
    """A game that can be played from any of its prompts, as often as one likes."""

    watched: str = ""  # the place of the board, once it is known
    spent: float = 0.0  # seconds of a processor, by the game, where that is known
    is_slow: bool = False  # whether an act costs a new process: then likely answers come first, in the seat asked for

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
        found: Outcomes = []
        todo = [(chance, following, 0) for chance, following in self.after(stage, act, seed)]
        while todo:
            chance, before, pauses = todo.pop(0)
            if pauses == _MOST_PAUSES or not _is_pause(before):
                found.append((chance, before))
                continue
            for share, later in self.after(before, Typed(""), seed):
                seen = replace(later, text=before.text + later.text, trail=before.trail + later.trail)
                todo.append((chance * share, seen, pauses + 1))
            self.leave(before)
        return found

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

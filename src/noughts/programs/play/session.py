"""A game that can be played from any of its prompts, as often as one likes, and the person who plays it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Never, Protocol

from noughts.programs.play.stage import Act, Offer, Outcomes, Stage


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

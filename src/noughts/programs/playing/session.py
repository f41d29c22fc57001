"""A game that can be played from any of its prompts, as often as one likes."""

from abc import ABC, abstractmethod

from noughts.programs.playing.acts import Act
from noughts.programs.playing.stage import Outcomes, Stage


class Session(ABC):
    """A game that can be played from any of its prompts, as often as one likes."""

    @abstractmethod
    def begin(self) -> Outcomes:
        """Return the first prompts of the game. Raises StrategyError if it cannot be started."""

    @abstractmethod
    def after(self, stage: Stage, act: Act) -> Outcomes:
        """Return the next prompts after an act at a stage of this session.

        Raises NoAnswer if there is none within the limit, LimitExceeded if the processor time is over, Unenumerable
        where the random numbers of the game cannot be listed.
        """

    @abstractmethod
    def close(self) -> None:
        """End all processes of the game."""

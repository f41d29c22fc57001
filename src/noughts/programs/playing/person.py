"""Who plays with a program that runs as it does at its author's."""

from collections.abc import Callable
from typing import Never, Protocol

from noughts.programs.playing.acts import Act, Offer


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

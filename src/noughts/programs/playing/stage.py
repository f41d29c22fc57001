"""What is seen of a game where it waits for its person, or at its end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from noughts.programs.playing.acts import Offer

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

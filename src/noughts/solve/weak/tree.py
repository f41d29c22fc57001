"""A shallow tree of the weak game whose leaves are searched elsewhere.

A position has Maker to move and begins as a leaf. A leaf whose search ends without a verdict gets children: for each
move of Maker, up to symmetry, Breaker's replies are tried one after the other, the best first. The moves of a position
are answered side by side. So the tree depends on the verdicts alone, not on the order in which they come.

    root                Breaker holds if every move is answered
     |- move
     |   |- reply 1     refuted: Maker wins here
     |   `- reply 2     holds: the move is answered, no other reply is tried
     `- move
         `- reply 1     a leaf that is searched now
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from noughts.core.game import Game, Move, cells_of
from noughts.solve.bytewise import canonical, images_of
from noughts.solve.weak.verdict import Verdict

_FIRST, _GROWTH, _MOST = 1 << 12, 2, 1 << 16  # nodes of a search: of the root, doublings a level, at most
_MAKER, _BREAKER = 2.0, 1.3  # the weight of each stone of Maker on a line, in the order of moves and of replies
_TRACKED = 3  # levels whose leaves are counted for `share`

Core = tuple[int, int]  # Maker's stones and the free cells, both on live lines


@dataclass(eq=False)
class Place:
    """A position with Maker to move, as Breaker's reply to `move` makes it.

    `path`: the numbers of the moves and replies that lead to it. `nodes`: those of its own search, `table`: what that
    search leaves for those of its children. `spent`: all nodes on which its verdict rests, once it has one.
    """

    core: Core
    move: "_Move | None"
    level: int
    path: str = ""
    reply: Move = 0
    verdict: Verdict = Verdict.UNKNOWN
    nodes: int = 0
    spent: int = 0
    table: bytes = b""
    moves: list["_Move"] = field(default_factory=list)

    @property
    def limit(self) -> int:
        """The nodes of its own search, at most."""
        return min(_MOST, _FIRST << _GROWTH * self.level)

    @property
    def inherited(self) -> bytes:
        """The table with which its search begins."""
        return self.move.place.table if self.move is not None and self.move.place is not None else b""

    @property
    def is_wanted(self) -> bool:
        """Whether a verdict on it may still matter."""
        place: Place | None = self
        while place is not None and place.verdict is Verdict.UNKNOWN:
            place = place.move.place if place.move is not None else None
        return place is None

    @property
    def share(self) -> float:
        """The part of it that is done, from 0 to 1."""
        if self.verdict is not Verdict.UNKNOWN:
            return 1.0
        if not self.moves or self.level >= _TRACKED:
            return 0.0
        return sum(move.tried[-1].share for move in self.moves) / len(self.moves)


@dataclass(eq=False)
class _Move:
    """A move of Maker, with Breaker's replies that have been tried; the last one is not refuted, unless none is left.

    `place` is the position before it; None where Breaker is to move at the root.
    """

    place: Place | None
    path: str
    core: Core
    replies: Iterator[int]
    tried: list[Place] = field(default_factory=list)


class ShallowTree:
    """The tree of one question. `leaves` are those that are to be searched; the one who takes them empties the list."""

    def __init__(self, game: Game, maker: int, breaker: int, maker_moves: bool) -> None:
        self.game = game
        self.leaves = list[Place]()
        self.verdict = Verdict.UNKNOWN
        self.spent = 0  # all nodes, also of searches that turned out to be needless
        root = live_core(game, maker, game.full & ~(maker | breaker))
        self.top: Place | _Move
        if maker_moves:
            self.top = Place(root, None, 0)
            self.leaves.append(self.top)
        else:
            self.top = _Move(None, "", root, self._replies(root))
            self._try_next(self.top)

    @property
    def nodes(self) -> int:
        """All nodes so far; once Breaker holds, those on which that rests: the same in whatever order verdicts came."""
        return sum(place.spent for place in self._tried()) if self.verdict is Verdict.HOLDS else self.spent

    @property
    def share(self) -> float:
        """The part that is done, from 0 to 1."""
        *_, last = (0.0, *(place.share for place in self._tried()))
        return last

    @property
    def reply(self) -> Move | None:
        """A move of Breaker that holds, if he is to move at the root."""
        if isinstance(self.top, Place) or self.verdict is not Verdict.HOLDS or not self.top.core[1]:
            return None
        return self.top.tried[-1].reply

    def _tried(self) -> list[Place]:
        """The root, or where Breaker is to move there, the positions after his replies so far."""
        return [self.top] if isinstance(self.top, Place) else self.top.tried

    def take(self, place: Place, verdict: Verdict, nodes: int, table: bytes) -> None:
        """Take the result of a leaf's search."""
        self.spent += nodes
        if not place.is_wanted:
            return
        place.nodes = nodes
        if verdict is Verdict.UNKNOWN:
            place.table = table
            self._expand(place)
        else:
            self._settle(place, verdict)

    def _expand(self, place: Place) -> None:
        maker, free = place.core
        seen = set[Core]()
        for move in _in_order(self.game, place.core, _MAKER):
            after = _least(self.game, live_core(self.game, maker | 1 << move, free & ~(1 << move)))
            if after not in seen:
                seen.add(after)
                path = f"{place.path}/{len(place.moves)}"
                place.moves.append(_Move(place, path, after, self._replies(after)))
        for one in place.moves:
            if not self._try_next(one):
                self._settle(place, Verdict.WINS)
                return

    def _try_next(self, move: _Move) -> bool:
        """Make the position after the next reply a leaf; return False if there is none."""
        if not (reply := next(move.replies, 0)):
            return False
        maker, free = move.core
        after = _least(self.game, live_core(self.game, maker, free & ~reply))
        level = 0 if move.place is None else move.place.level + 1
        move.tried.append(Place(after, move, level, f"{move.path}.{len(move.tried)}", reply.bit_length() - 1))
        self.leaves.append(move.tried[-1])
        return True

    def _settle(self, place: Place, verdict: Verdict) -> None:
        """Note a verdict, and what follows from it further up."""
        place.verdict = verdict
        place.spent = place.nodes + sum(
            one.spent if one.verdict is Verdict.HOLDS else one.nodes for move in place.moves for one in move.tried
        )
        place.moves, place.table = [], b""
        move = place.move
        if move is None or move.place is None:
            if verdict is Verdict.HOLDS or move is None or not self._try_next(move):
                self.verdict = verdict
        elif verdict is Verdict.WINS:
            if not self._try_next(move):
                self._settle(move.place, Verdict.WINS)
        elif all(other.tried[-1].verdict is Verdict.HOLDS for other in move.place.moves):
            self._settle(move.place, Verdict.HOLDS)

    def _replies(self, after: Core) -> Iterator[int]:
        """Return Breaker's replies to try as masks, the best first; if Maker threatens lines, the cells that they lack.

        Where no live line has a free cell, the reply is any cell.
        """
        threats = 0
        for line in _live(self.game, after):
            if (left := line & after[1]).bit_count() == 1:
                threats |= left
        cells = cells_of(threats) or _in_order(self.game, after, _BREAKER)
        return iter([1 << cell for cell in cells] or [self.game.full])


def _live(game: Game, core: Core) -> list[int]:
    maker, free = core
    return [line for line in game.line_masks if not line & ~(maker | free)]


def live_core(game: Game, maker: int, free: int) -> Core:
    """Return the part of Maker's stones and of the free cells that is on live lines."""
    live = 0
    for line in _live(game, (maker, free)):
        live |= line
    return maker & live, free & live


def _least(game: Game, core: Core) -> Core:
    """Return the least image of a position under the symmetries of the board."""
    maker, free, _ = canonical(images_of(game), *core)
    return maker, free


def _in_order(game: Game, core: Core, base: float) -> list[Move]:
    """Return the free cells, those first whose lines weigh most.

    A cell is left out if its live lines all go through another cell: of equal cells the first stays.
    """
    maker, free = core
    through, weight = dict.fromkeys(cells_of(free), 0), dict.fromkeys(cells_of(free), 0.0)
    for number, line in enumerate(_live(game, core)):
        worth = base ** (line & maker).bit_count()
        for cell in cells_of(line & free):
            through[cell] |= 1 << number
            weight[cell] += worth

    def is_dominated(cell: Move, own: int) -> bool:
        others = ((other, lines) for other, lines in through.items() if own & ~lines == 0 and other != cell)
        return any(own != lines or other < cell for other, lines in others)

    kept = (cell for cell, own in through.items() if not is_dominated(cell, own))
    return sorted(kept, key=lambda cell: (-weight[cell], cell))

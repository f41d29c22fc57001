"""What a move does to the lines, as a player sees it: lines completed and stopped, threats, lines that are still open.

It depends on the position and the move alone. Why a strategy chose the move is its `reason`.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from noughts.core.game import Game, Move, Moves, cells_of
from noughts.core.position import Position, completes, completing, completions
from noughts.core.threats import threats_made
from noughts.words import Said, Words

EffectKind = Literal[
    "wins",
    "loses",
    "gives",
    "stops-but-lost",
    "threats",
    "threat",
    "stops",
    "takes-their-fork",
    "lines",
    "nothing",
]

_REMEMBERED: Final = 20_000  # moves: what a server's games in memory show again and again


@dataclass(frozen=True)
class MoveEffect:
    """What a move does to the lines: the first that is true of it.

    `wins`, `loses`: it completes a line. `gives`: it lets the other side complete a line at `cells`, which it could not
    before. `stops-but-lost`: it stops one line, but the other side can complete another at `cells`. `threats`: its side
    can complete lines at `cells`, where it could not before, and the other side cannot win first. `threat`: so too, at
    one cell, and at no other. `stops`: it fills a cell where the other side would complete a line. `takes-their-fork`:
    the other side would make two threats there. `lines`: it lies on `count` lines on which its side can still win;
    `nothing`: on none.
    """

    kind: EffectKind
    stops: bool = field(metadata={"description": "whether it stops a line of the other side"})
    cells: Moves = field(
        metadata={
            "description": "where a line can be completed next: by its side after threats, else by the other side"
        }
    )
    count: int = field(metadata={"description": "of the lines that are still open to its side; 0 of other kinds"})

    def sentence(self, game: Game, other: str) -> Words:
        """Return it as a sentence, an empty one for a move that wins, stops and threatens nothing; `other` is the name
        of the other side.

        >>> game = Game(3, 3, 3)
        >>> print(MoveEffect("threat", True, Moves(game, (7,)), 0).sentence(game, "O"))
        It stops 3 in a row, and makes a threat: O must answer at b3.
        """
        if self.kind in ("lines", "nothing"):
            return ""
        threats = self.kind in ("threat", "threats")
        ends = self.kind in ("wins", "loses")
        form = "-stops" if threats and self.stops else "-exact" if ends and not game.lines_last else ""
        names = [game.name(cell) for cell in self.cells]
        cells = {"cell": names[0], "cells": names, "count": len(names)} if names else {}
        return Said(f"effect.{self.kind}{form}", {"k": game.k, "other": other, **cells})


@lru_cache(maxsize=_REMEMBERED)
def effect_of(position: Position, move: Move) -> MoveEffect:
    """Return what a legal move does.

    >>> position = Position(Game(3, 3, 3)).play(0).play(4).play(1)
    >>> effect_of(position, 2)
    MoveEffect(kind='threat', stops=True, cells=(6,), count=0)
    """

    def effect(kind: EffectKind, stops: bool = False, cells: tuple[Move, ...] = (), count: int = 0) -> MoveEffect:
        return MoveEffect(kind, stops, Moves(game, cells), count)

    game, theirs, after = position.game, position.theirs, position.own | 1 << move
    if completes(game, position.own, move):
        return effect("wins" if game.line_wins else "loses")
    if not game.line_wins:
        return effect("nothing")
    dangers = completions(position, theirs)
    others = completing(game, theirs, game.legal(after | theirs))
    stops, given = move in dangers, tuple(cell for cell in others if cell not in dangers)
    if given:
        return effect("gives", stops, given)
    if stops and others:
        return effect("stops-but-lost", True, others)
    threats = () if others else cells_of(threats_made(game, position.own, position.empty).get(move, 0))
    if len(threats) > 1 or (threats and threats == completing(game, after, game.legal(after | theirs))):
        return effect("threat" if len(threats) == 1 else "threats", stops, threats)
    if stops:
        return effect("stops", True)
    if not others and threats_made(game, theirs, position.empty).get(move, 0).bit_count() > 1:
        return effect("takes-their-fork")
    open_lines = [line for line, window in game.windows_through[move] if not line & theirs | (window ^ line) & after]
    return effect("lines" if open_lines else "nothing", count=len(open_lines))


def effect_words(position: Position, move: Move) -> str:
    """Return what a legal move does, as a sentence; an empty one for a move that wins, stops and threatens nothing.

    >>> effect_words(Position(Game(3, 3, 3)).play(0).play(4).play(1), 2)
    'It stops 3 in a row, and makes a threat: X must answer at a3.'
    """
    return str(effect_of(position, move).sentence(position.game, str(position.side.opponent)))

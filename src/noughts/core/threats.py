"""The threats that every move of a side makes."""

from collections import defaultdict

from noughts.core.game import Game, Move


def threats_made(game: Game, stones: int, empty: int) -> dict[Move, int]:
    """Return the moves that make threats, where `empty` are the free cells, each with the bitboard of these: cells that
    can be played after the move and complete a line of the stones then, and did not before it. A threat stands for one
    cell, however many lines it completes.

    >>> threats_made(Game(3, 3, 3), 0b000_000_011, 0b011_110_100)[4]  # XX./O../..O: b3; c1 was a threat before b2
    128
    """
    before, two_less = 0, game.k - 2
    pairs: defaultdict[Move, int] = defaultdict(int)
    for line, window in game.windows:
        if (line & stones).bit_count() < two_less:  # most lines
            continue
        lacking = line & ~stones
        if lacking & ~empty or stones & window != line ^ lacking:
            continue
        rest = lacking & (lacking - 1)
        if not rest:
            before |= lacking
            continue
        low = lacking ^ rest
        pairs[low.bit_length() - 1] |= rest
        pairs[rest.bit_length() - 1] |= low
    threats_of = {move: threats for move, cells in sorted(pairs.items()) if (threats := cells & ~before)}
    if game.cells_stay_open:
        return threats_of
    taken = game.full & ~empty
    now = game.legal(taken)
    playable = {move: cells & game.legal(taken | 1 << move) for move, cells in threats_of.items() if now >> move & 1}
    return {move: cells for move, cells in playable.items() if cells}

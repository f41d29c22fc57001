"""Who published the value of a game first, as far as the sources below say."""

from noughts.core.game import Game

SOURCES = (
    "*Lee*, *Pollak-Shannon*: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for Your Mathematical Plays*, "
    "1982, reports C. Y. Lee (5,5,4) and H. O. Pollak and C. E. Shannon (9 in a row on any board, 1954).",
    "*Hales-Jewett*: A. W. Hales, R. I. Jewett, *Regularity and positional games*, Trans. Amer. Math. Soc. 106, 1963: "
    "pairs, and so n,n,n from 5,5,5 on.",
    "*Zetters*: T. G. L. Zetters, *8 (or more) in a row*, Amer. Math. Monthly 87, 1980: 8 in a row on any board.",
    "*Uiterwijk*: J. W. H. M. Uiterwijk, H. J. van den Herik, *The advantage of the initiative*, Information Sciences "
    "122, 2000, pages 43 to 58: small boards by search. The paper was not read: what it lists is taken from a program "
    "that cites it (k = 3; k = 4 on boards of width 4 up to 8, and from 6 by 5 on; k = 5 up to 6 by 6).",
    "*Hsu*: W.-Y. Hsu, C.-L. Ko, J.-C. Chen, T.-H. Wei, C.-H. Hsueh, I-C. Wu, *Solving 7,7,5-game and 8,8,5-game*, "
    "Theor. Comput. Sci. 815, 2020.",
    "K. Charatsidis, thesis, 2017, studies boards with k = 4; it was not compared game by game.",
)

_GAMES = {(3, 3, 3): "folklore", (5, 5, 4): "Lee", (7, 7, 5): "Hsu", (8, 8, 5): "Hsu"}


def published(game: Game) -> str:
    """Return who published the value of a game.

    >>> published(Game(6, 6, 6))
    'Hales-Jewett'
    """
    m, n, k = game.m, game.n, game.k
    if (m, n, k) in _GAMES:
        return _GAMES[m, n, k]
    if m == n == k >= 5:
        return "Hales-Jewett"
    if k >= 9:
        return "Pollak-Shannon"
    if k == 8:
        return "Zetters"
    if _is_reported(max(m, n), min(m, n), k):
        return "Uiterwijk"
    return "-"


def _is_reported(longer: int, shorter: int, k: int) -> bool:
    """Return whether others say that Uiterwijk and van den Herik give the value, on page 46 and the next."""
    if k == 3:
        return shorter >= 3 and longer >= 4
    if k == 4:
        return (shorter == 4 and longer <= 8) or (shorter >= 5 and longer >= 6)
    return k == 5 and longer <= 6

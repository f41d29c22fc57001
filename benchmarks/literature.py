"""Who published the value of a game first, as far as the sources below tell."""

from noughts.core.game import Game

SOURCES = (
    "E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for Your Mathematical Plays*, 1982. It reports C. Y. Lee "
    "(5,5,4), C. Lustenberger (4 in a row on 4 by 30), H. O. Pollak and C. E. Shannon (9 in a row on any board, 1954).",
    "A. W. Hales, R. I. Jewett, *Regularity and positional games*, Trans. Amer. Math. Soc. 106, 1963: pairs, and so "
    "n,n,n from 5,5,5 on.",
    "P. Erdős, J. L. Selfridge, *On a combinatorial game*, J. Combin. Theory A 14, 1973: the potential.",
    "T. G. L. Zetters, *8 (or more) in a row*, the solution of a problem of R. K. Guy and J. L. Selfridge (1979), "
    "Amer. Math. Monthly 87, 1980: 8 in a row on any board.",
    "J. W. H. M. Uiterwijk, H. J. van den Herik, *The advantage of the initiative*, Information Sciences 122, 2000, "
    "pages 43 to 58: small boards by search. We have not seen the paper: what it lists is taken from a program that "
    "cites it (k = 3; k = 4 on boards of width 4 up to 8, and from 6 by 5 on; k = 5 up to 6 by 6).",
    "K. Charatsidis, thesis, 2017: boards with k = 4.",
    "W.-Y. Hsu, C.-L. Ko, J.-C. Chen, T.-H. Wei, C.-H. Hsueh, I-C. Wu, *Solving 7,7,5-game and 8,8,5-game*, "
    "Theor. Comput. Sci. 815, 2020.",
)

_GAMES = {
    (3, 3, 3): "folklore",
    (5, 5, 4): "C. Y. Lee, in Winning Ways 1982",
    (7, 7, 5): "Hsu and others 2020",
    (8, 8, 5): "Hsu and others 2020",
}


def published(game: Game) -> str:
    """Return who published the value of a game.

    >>> published(Game(6, 6, 6))
    'Hales, Jewett 1963'
    """
    m, n, k = game.m, game.n, game.k
    if (m, n, k) in _GAMES:
        return _GAMES[m, n, k]
    if m == n == k >= 5:
        return "Hales, Jewett 1963"
    if k >= 9:
        return "Pollak, Shannon 1954, in Winning Ways 1982"
    if k == 8:
        return "Zetters 1980"
    if _is_reported(max(m, n), min(m, n), k):
        return "Uiterwijk, van den Herik 2000, as others report it"
    return "no publication found"


def _is_reported(longer: int, shorter: int, k: int) -> bool:
    """Return whether others say that Uiterwijk and van den Herik give the value, on page 46 and the next."""
    if k == 3:
        return shorter >= 3 and longer >= 4
    if k == 4:
        return (shorter == 4 and longer <= 8) or (shorter >= 5 and longer >= 6)
    return k == 5 and longer <= 6

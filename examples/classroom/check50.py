"""A check for check50: the file `player.py` is loaded, and never loses."""

import check50

from noughts.testing import assert_never_loses


@check50.check()
def exists():
    """player.py is there"""
    check50.exists("player.py")


@check50.check(exists)
def never_loses_moving_first():
    """player.py never loses, moving first"""
    holds("first")


@check50.check(exists)
def never_loses_moving_second():
    """player.py never loses, moving second"""
    holds("second")


def holds(seat):
    """Fail with the game that is lost."""
    try:
        assert_never_loses("player.py", seats=seat)
    except AssertionError as error:
        raise check50.Failure(str(error)) from None

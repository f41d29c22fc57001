"""A fixture for pytest, which finds it where `noughts` is installed.

def test_my_player(assert_never_loses):
    assert_never_loses("my_player.py", seats="second")
"""

from collections.abc import Callable

import pytest

from noughts import testing


@pytest.fixture
def assert_never_loses() -> Callable[..., None]:
    """The function `noughts.testing.assert_never_loses`."""
    return testing.assert_never_loses

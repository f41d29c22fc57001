"""What the tests of programs share."""

import sys
from collections.abc import Iterator

import pytest

from noughts.programs.load.stand_ins import StandInModule


@pytest.fixture(autouse=True)
def _no_stand_ins() -> Iterator[None]:
    """What stands in for a module that is missing is the program's of one test: other modules ask for it, too."""
    yield
    for name in [name for name, module in sys.modules.items() if isinstance(module, StandInModule)]:
        del sys.modules[name]

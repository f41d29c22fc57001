"""How much a fuzzer tries: a little in every run of the tests, `make fuzz` tries 100,000 mutations of each kind."""

import random

import pytest


@pytest.fixture
def mutations(request: pytest.FixtureRequest) -> int:
    """How many mutations are tried: `--mutations`."""
    return int(request.config.getoption("--mutations"))


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Where chance starts: `--fuzz-seed`."""
    return random.Random(int(request.config.getoption("--fuzz-seed")))

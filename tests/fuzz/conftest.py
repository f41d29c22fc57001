"""How much a fuzzer tries: a little in `make test`, more in `make test-long`, and in `make fuzz` 100,000 mutations."""

import random

import pytest


@pytest.fixture
def mutations(request: pytest.FixtureRequest, full: bool) -> int:
    """How many mutations are tried: `--mutations`."""
    return int(request.config.getoption("--mutations") or (2_000 if full else 500))


@pytest.fixture
def thorough(request: pytest.FixtureRequest, full: bool) -> bool:
    """Whether each file is tried in all ways: in the long form, and where `--mutations` is given."""
    return full or request.config.getoption("--mutations") is not None


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Where chance starts: `--fuzz-seed`."""
    return random.Random(int(request.config.getoption("--fuzz-seed")))

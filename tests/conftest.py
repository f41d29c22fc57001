"""Hypothesis draws the same examples in every run; `--hypothesis-profile=search` looks further."""

import pytest
from hypothesis import HealthCheck, settings

slow_is_fine = (HealthCheck.too_slow,)  # on a shared machine time says nothing
settings.register_profile("same", deadline=None, derandomize=True, max_examples=40, suppress_health_check=slow_is_fine)
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=slow_is_fine)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The fuzzers' options: see tests/fuzz."""
    parser.addoption("--mutations", type=int, default=1000, help="how many mutations each fuzzer of tests/fuzz tries")
    parser.addoption("--fuzz-seed", type=int, default=0, help="where their chance starts")

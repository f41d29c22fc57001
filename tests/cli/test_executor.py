"""Where a command's work is done: `--executor` and `--workers`."""

import pytest

from tests.cli.conftest import Run


@pytest.mark.slow
def test_one_line_for_what_is_wrong(run: Run) -> None:
    ran = run("prove", "ring", "--executor", "gopher://x")
    assert (ran.code, ran.out) == (2, "")
    assert "no Dask cluster at 'gopher://x'" in ran.err


def test_a_proof_with_workers_prints_the_same(run: Run) -> None:
    alone, shared = run("prove", "first", "--game", "4,3,3"), run("prove", "first", "--game", "4,3,3", "--workers", "2")
    assert (shared.code, shared.out) == (alone.code, alone.out)

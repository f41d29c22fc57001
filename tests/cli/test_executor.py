"""Where a command's work is done: `--executor` and `--workers`."""

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            ["prove", "ring", "--executor", "gopher://x"], "no Dask cluster at 'gopher://x'", marks=pytest.mark.slow
        ),
        (["prove", "ring", "--fix", "--workers", "2"], "--workers and --executor are for the proof alone"),
        (["prove", "ring", "--against-truth", "--executor", "x"], "--workers and --executor are for the proof alone"),
    ],
)
def test_one_line_for_what_is_wrong(run: Run, arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_proof_with_workers_prints_the_same(run: Run) -> None:
    alone, shared = run("prove", "first", "--game", "4,3,3"), run("prove", "first", "--game", "4,3,3", "--workers", "2")
    assert (shared.code, shared.out) == (alone.code, alone.out)

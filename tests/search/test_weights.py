"""The file of the search's weights."""

from pathlib import Path

import pytest

from noughts.search import weights
from noughts.search.weights import SUMS, formula, read, weights_of


def test_the_file_holds_fitted_weights() -> None:
    fitted = read()
    assert {4, 5, 6, 7, 8} <= fitted.keys()
    for k, arrays in fitted.items():
        found = weights_of(k)
        assert all((getattr(found, name) == array).all() for name, array in arrays.items())
        assert (found.sums != formula(k).sums).mean() > 0.5
        assert len(found.hidden) == 2 * SUMS


def test_the_file_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = read()
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.npz")
    weights.write(fitted)
    again = read()
    assert list(again) == list(fitted)
    for k, arrays in fitted.items():
        assert again[k].keys() == arrays.keys()
        assert all((again[k][name] == array).all() for name, array in arrays.items())

"""Until the kernels are loaded there is no answer but `False`, and no long wait for it."""

import subprocess
import sys

import pytest

from noughts.search import loading

LOADED_IN_THE_BACKGROUND = """
import sys
from noughts.search import loading
assert "numba" not in sys.modules
loading.load()
loading._loaded.clear()
loading.ready = lambda module: True
print(loading.is_loaded(0.0) or loading.is_loaded(600.0), len(loading._loaded))
"""


def test_the_kernels_are_loaded_by_a_thread() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED_IN_THE_BACKGROUND], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "1"]


def test_a_child_compiles_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def prepare(module: str) -> bool:
        asked.append(module)
        return True

    monkeypatch.setattr(loading, "_loaded", [])
    monkeypatch.setattr(loading, "ready", lambda module: False)
    monkeypatch.setattr(loading, "prepare", prepare)
    assert not loading.is_loaded(600.0)
    assert asked == ["noughts.search.player"]


def test_without_a_compiler_it_is_never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_loaded", [])
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    assert not loading.is_loaded(600.0)


def test_what_is_loaded_stays_loaded() -> None:
    assert loading.load() is loading.load()
    assert loading.is_loaded(0.0)

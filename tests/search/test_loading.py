"""Until the kernels are loaded there is no answer but `False`, and no long wait for it."""

import subprocess
import sys

import pytest

from noughts.search import kernel_loading

LOADED_IN_THE_BACKGROUND = """
import sys
from noughts.search import kernel_loading
assert "numba" not in sys.modules
kernel_loading.load()
kernel_loading._loaded.clear()
kernel_loading.ready = lambda module: True
print(kernel_loading.is_loaded(0.0) or kernel_loading.is_loaded(600.0), len(kernel_loading._loaded))
"""


@pytest.mark.slow
def test_the_kernels_are_loaded_by_a_thread() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED_IN_THE_BACKGROUND], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "1"]


def test_a_child_compiles_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def prepare(module: str) -> bool:
        asked.append(module)
        return True

    monkeypatch.setattr(kernel_loading, "_loaded", [])
    monkeypatch.setattr(kernel_loading, "ready", lambda module: False)
    monkeypatch.setattr(kernel_loading, "prepare", prepare)
    assert not kernel_loading.is_loaded(600.0)
    assert asked == ["noughts.search.player"]


def test_without_a_compiler_it_is_never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_loading, "_loaded", [])
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    assert not kernel_loading.is_loaded(600.0)


def test_what_is_loaded_stays_loaded() -> None:
    assert kernel_loading.load() is kernel_loading.load()
    assert kernel_loading.is_loaded(0.0)

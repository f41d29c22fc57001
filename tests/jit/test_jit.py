"""The compiler's set-up: where compiled code is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import jit
from noughts.jit import cache
from noughts.jit.cache import ROOMS, compiled_code_folder
from noughts.solve import jit as of_solve


def test_each_state_of_the_sources_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = compiled_code_folder()
    assert folder == compiled_code_folder()
    assert folder.parent.name == "numba"
    monkeypatch.setattr(cache, "ROOMS", ROOMS[:2])
    assert compiled_code_folder() != folder
    package = Path(cache.__file__).parent.parent
    with_kernels = {path for path in package.rglob("*.py") if "@njit" in path.read_text()}
    assert {path.relative_to(package).parts[0] for path in with_kernels} <= set(ROOMS)


def test_there_is_one_compiler() -> None:
    assert of_solve.njit is jit.njit
    assert of_solve.prange is jit.prange


def test_code_is_compiled_where_nothing_can_be_kept(tmp_path: Path) -> None:
    script = tmp_path / "kernel.py"
    script.write_text("from noughts.jit import njit\n@njit\ndef double(x):\n    return 2 * x\nprint(double(21))\n")
    nowhere = tmp_path / "file"
    nowhere.touch()
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(nowhere / "x"),
        "HOME": str(nowhere),
        "XDG_CACHE_HOME": str(nowhere),
    }
    ran = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == ("42\n", 0), ran.stderr

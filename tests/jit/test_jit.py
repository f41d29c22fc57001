"""The compiler's set-up: where compiled code is kept."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.jit import code_folder as cache


def test_each_state_of_the_sources_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rooms with kernels say decides, in any file of theirs; not when it was written."""
    package = tmp_path / "noughts"
    for name, text in (
        ("jit/x.py", "noughts.jit.compiler"),
        ("kernels/helper.py", ""),
        ("kernels/k.py", "from noughts.jit.compiler import njit"),
    ):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    (package / "plain").mkdir()
    monkeypatch.setattr(cache, "PACKAGE", package)
    folder = cache.compiled_code_folder()
    assert folder.parent.name == "numba"
    (package / "plain" / "other.py").write_text("x = 1")
    os.utime(package / "kernels/helper.py", (1, 1))
    assert cache.compiled_code_folder() == folder
    (package / "kernels/helper.py").write_text("y = 2")
    assert cache.compiled_code_folder() != folder


def test_the_same_sources_in_another_place_have_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba does not find code that another checkout compiled, so it is not ready."""
    folders = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(cache, "PACKAGE", tmp_path / name)
        folders.add(cache.compiled_code_folder())
    assert len(folders) == 2


def test_nobody_else_imports_the_compiler() -> None:
    """Numba reads where to keep compiled code when it is first imported: `jit` says where before it does."""
    package = Path(cache.__file__).parent.parent
    users = {
        path
        for path in package.rglob("*.py")
        if re.search(r"^\s*(from|import) (numba|llvmlite)", path.read_text(), re.M)
    }
    assert users == {package / "jit" / "compiler.py"}
    sources = set(cache.kernel_sources())
    assert {path for path in package.rglob("*.py") if "@njit" in path.read_text()} <= sources


@pytest.mark.gate
def test_compiled_code_is_kept_in_the_users_folder(tmp_path: Path) -> None:
    """Whichever module is imported first."""
    code = "import numpy; from noughts.solve import board_words; board_words.number(numpy.uint64(5))"
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    before = set(Path(cache.__file__).parent.parent.rglob("*.nb?"))
    subprocess.run([sys.executable, "-c", code], env=environment | {"XDG_CACHE_HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.glob("noughts/numba/*/*/board_words.number*.nbi"))
    assert set(Path(cache.__file__).parent.parent.rglob("*.nb?")) == before


@pytest.mark.slow
def test_code_is_compiled_where_nothing_can_be_kept(tmp_path: Path) -> None:
    script = tmp_path / "kernel.py"
    kernel = "@njit\ndef double(x):\n    return 2 * x\nprint(double(21))\n"
    script.write_text(f"from noughts.jit.compiler import njit\n{kernel}")
    nowhere = tmp_path / "file"
    nowhere.touch()
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(nowhere / "x"),
        "HOME": str(nowhere),
        "XDG_CACHE_HOME": str(nowhere),
    }
    ran = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == ("42\n", 0), ran.stderr


def test_a_processor_that_the_user_chose_has_no_instruction_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from noughts.jit.compiler import has_instruction

    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    assert not has_instruction("no such instruction")
    monkeypatch.setattr("noughts.jit.compiler.binding.get_host_cpu_features", lambda: {"bmi2": True})
    assert has_instruction("bmi2")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert not has_instruction("bmi2")

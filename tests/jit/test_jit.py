"""Where compiled code is kept, the child process that makes it, and the instructions that it asks for by name."""

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import jit
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


MODULE = "kernels_of_a_test"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module with `compile_kernels`, which leaves a file; a cache folder of its own."""
    (tmp_path / f"{MODULE}.py").write_text(
        textwrap.dedent(
            f"""
            from pathlib import Path

            def compile_kernels(*arguments):
                with Path({str(tmp_path / "compiled")!r}).open("a") as file:
                    print(*arguments, file=file)
            """
        )
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    cache._folder.cache_clear()
    monkeypatch.setattr("noughts.jit.background._ready", set[str]())
    monkeypatch.setattr("noughts.jit.background._compiling", {})
    yield MODULE
    cache._folder.cache_clear()


def test_a_child_compiles_once_and_the_next_process_finds_it(module: str, tmp_path: Path) -> None:
    assert not jit.ready(module)
    ticks = list[list[str]]()
    jit.wait([module], ticks.append)
    assert ticks[0] == [module]
    assert jit.ready(module)
    assert not jit.prepare(module)
    subprocess.run([sys.executable, "-m", "noughts.jit.compiling", module], check=True)
    assert (tmp_path / "compiled").read_text() == "\n"


def test_a_width_is_compiled_by_itself(module: str, tmp_path: Path) -> None:
    jit.wait([f"{module}:4"])
    assert (jit.ready(f"{module}:4"), jit.ready(f"{module}:2"), jit.ready(module)) == (True, False, False)
    assert (tmp_path / "compiled").read_text() == "4\n"


def test_two_children_compile_at_a_time_and_what_is_shared_only_once(module: str) -> None:
    ticks = list[list[str]]()
    jit.wait([f"{module}:4", f"{module}:1", f"{module}:2", f"{module}.part:1"], ticks.append)
    assert ticks[0] == [f"{module}:4", f"{module}:1"]
    assert all(len({name.split(":")[1] for name in tick}) == len(tick) for tick in ticks)


def test_children_of_two_processes_wait_for_each_other(module: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts.jit.compiling", module]
    children = [subprocess.Popen(command) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]
    assert (tmp_path / "compiled").read_text() == "\n"


def test_a_compilation_that_fails_is_over_and_not_ready(module: str) -> None:
    jit.wait(["no_such_module_of_a_test"])
    assert not jit.ready("no_such_module_of_a_test")


def test_without_the_compiler_nothing_is_ready_and_nothing_is_started(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.wait([module])
    monkeypatch.setattr("noughts.jit.background._ready", set[str]())
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    assert (jit.ready(module), jit.prepare(module)) == (False, False)


def test_importing_jit_imports_no_compiler() -> None:
    code = "import sys, noughts.jit; print('numba' in sys.modules, 'numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False False\n"

"""Compiled code made by a child process: what is ready, what is being made, and what is never waited for."""

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import jit
from noughts.jit import code_folder as cache

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
    ticks = []
    jit.wait(module, lambda: ticks.append(1))
    assert ticks
    assert jit.ready(module)
    assert not jit.prepare(module)
    subprocess.run([sys.executable, "-m", "noughts.jit.compiling", module], check=True)
    assert (tmp_path / "compiled").read_text() == "\n"


def test_a_width_is_compiled_by_itself(module: str, tmp_path: Path) -> None:
    jit.wait(f"{module}:4")
    assert (jit.ready(f"{module}:4"), jit.ready(f"{module}:2"), jit.ready(module)) == (True, False, False)
    assert (tmp_path / "compiled").read_text() == "4\n"


def test_children_of_two_processes_wait_for_each_other(module: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts.jit.compiling", module]
    children = [subprocess.Popen(command) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]
    assert (tmp_path / "compiled").read_text() == "\n"


def test_a_compilation_that_fails_is_over_and_not_ready(module: str) -> None:
    jit.wait("no_such_module_of_a_test")
    assert not jit.ready("no_such_module_of_a_test")


def test_without_the_compiler_nothing_is_ready_and_nothing_is_started(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.wait(module)
    monkeypatch.setattr("noughts.jit.background._ready", set[str]())
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    assert (jit.ready(module), jit.prepare(module)) == (False, False)


def test_importing_jit_imports_no_compiler() -> None:
    code = "import sys, noughts.jit; print('numba' in sys.modules, 'numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False False\n"

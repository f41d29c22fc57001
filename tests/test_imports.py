"""What a start loads: `import noughts` the standard library alone, small commands no heavy package and little else."""

import ast
import json
import subprocess
import sys

import pytest

import noughts

HEAVY = {"numpy", "numba", "llvmlite", "rich", "textual"}

# What site and its .pth files have loaded before is not the package's doing.
REPORT = """
import sys
before = set(sys.modules)
try:
    {statement}
except SystemExit as end:
    code = end.code
else:
    code = None
names = sorted({{name.partition(".")[0] for name in set(sys.modules) - before}})
import json
print()
print(json.dumps([code, names]))
"""


def loaded(statement: str, *arguments: str) -> tuple[object, set[str], str]:
    """Return a statement's exit code, the top-level names it loads in a fresh interpreter, its output."""
    command = [sys.executable, "-c", REPORT.format(statement=statement), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    output, _, last = done.stdout.strip().rpartition("\n")
    code, names = json.loads(last)
    return code, set(names), output


def test_the_package_loads_the_standard_library_alone() -> None:
    _, names, _ = loaded("import noughts")
    assert "noughts" in names
    assert names - {"noughts"} <= sys.stdlib_module_names


def test_all_of_core_and_the_checkers_load_the_standard_library_alone() -> None:
    modules = [*(f"core.{name}" for name in ("game", "position", "notation", "record")), "players.player"]
    modules += ["testing", "certify.check", "certify.table_check"]
    _, names, _ = loaded("import " + ", ".join(f"noughts.{module}" for module in modules))
    assert names - {"noughts"} <= sys.stdlib_module_names


def test_a_picture_loads_the_standard_library_alone() -> None:
    _, names, output = loaded("from noughts import Game, Position, draw; print(draw(Position(Game(3, 3, 3)))[:4])")
    assert output.strip() == "<svg"
    assert names - {"noughts"} <= sys.stdlib_module_names


STARTS = {
    "entry point": "import noughts.cli; noughts.cli.main()",
    "python -m noughts": "import runpy; runpy.run_module('noughts', run_name='__main__', alter_sys=True)",
}


# What takes long to load, and what a small answer does not need of it.
NOT_LOADED = {
    "--version": HEAVY | {"dataclasses", "json", "pathlib", "platformdirs", "random", "traceback"},
    "--help": HEAVY | {"dataclasses", "hashlib", "json", "pathlib", "platformdirs", "random", "traceback"},
    "solve 3,3,3": HEAVY
    | {"fractions", "hashlib", "json", "pathlib", "platformdirs", "random", "string", "subprocess"},
    "explain --strategy ring X../.O./..X": HEAVY
    | {"difflib", "hashlib", "mashumaro", "pathlib", "platformdirs", "shutil", "string", "subprocess", "textwrap"},
    "prove ring": HEAVY
    | {"difflib", "hashlib", "json", "mashumaro", "multiprocessing", "platformdirs", "shutil", "string", "subprocess"},
    "match ring weights": HEAVY
    | {"hashlib", "multiprocessing", "platformdirs", "shutil", "socket", "statistics", "subprocess"},
    "play --x first --o ring": HEAVY,
    "census 3,3,3 --depth 4": HEAVY | {"hashlib", "json", "platformdirs", "subprocess"},
}


@pytest.mark.parametrize("start", ["entry point", pytest.param("python -m noughts", marks=pytest.mark.slow)])
@pytest.mark.parametrize("line", NOT_LOADED)
def test_a_small_answer_loads_little(start: str, line: str) -> None:
    code, names, output = loaded(STARTS[start], *line.split())
    assert code in (0, None)
    assert output.strip()
    assert names & NOT_LOADED[line] == set()


def test_the_front_door_loads_a_name_when_it_is_used() -> None:
    _, names, output = loaded("import noughts; print(set(noughts.__all__) - set(dir(noughts)))")
    assert output.strip() == "set()"
    assert "dataclasses" not in names
    _, names, output = loaded("import noughts; print({getattr(noughts, name).__name__ for name in noughts.__all__})")
    assert ast.literal_eval(output.strip()) == set(noughts.__all__)
    assert "dataclasses" in names


def test_the_front_door_has_no_other_name() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Gaem' from 'noughts'"):
        exec("from noughts import Gaem")


def test_the_version_is_the_package_s() -> None:
    _, _, output = loaded(STARTS["entry point"], "--version")
    assert noughts.__version__ in output


def test_an_engine_says_ok_before_anything_heavy_is_loaded() -> None:
    _, names, _ = loaded("import noughts.engines.server, noughts.engines.client")
    assert names & HEAVY == set()
    _, names, _ = loaded("import noughts.cli.engine")
    assert names & HEAVY == set()

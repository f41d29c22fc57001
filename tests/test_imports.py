"""What a start loads: `import noughts` the standard library alone, --version and --help no heavy package."""

import json
import subprocess
import sys

import pytest

HEAVY = {"numpy", "numba", "llvmlite", "rich", "textual"}

# What site and its .pth files have loaded before is not the package's doing.
REPORT = """
import json, sys
before = set(sys.modules)
try:
    {statement}
except SystemExit as end:
    code = end.code
else:
    code = None
names = sorted({{name.partition(".")[0] for name in set(sys.modules) - before}})
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


def test_all_of_core_loads_the_standard_library_alone() -> None:
    modules = ["game", "position", "notation", "record", "strategy", "perft"]
    statement = "import noughts.testing, " + ", ".join(f"noughts.core.{module}" for module in modules)
    _, names, _ = loaded(statement)
    assert names - {"noughts"} <= sys.stdlib_module_names


STARTS = {
    "entry point": "import noughts.cli; noughts.cli.main()",
    "python -m noughts": "import runpy; runpy.run_module('noughts', run_name='__main__', alter_sys=True)",
}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_quick_answer_loads_no_heavy_package(start: str, option: str) -> None:
    code, names, output = loaded(STARTS[start], option)
    assert code in (0, None)
    assert output.strip()
    assert names & HEAVY == set()


def test_the_version_is_the_package_s() -> None:
    import noughts

    _, _, output = loaded(STARTS["entry point"], "--version")
    assert noughts.__version__ in output


@pytest.mark.parametrize("module", ["protocol.server", "protocol.client", "protocol.conformance", "cli.engine"])
def test_an_engine_says_ok_before_anything_heavy_is_loaded(module: str) -> None:
    _, names, _ = loaded(f"import noughts.{module}")
    assert names & HEAVY == set()

"""What a start loads: `import noughts` the standard library alone, small commands no heavy package and little else."""

import ast
import json
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import noughts
from noughts.core.game import OPTIONS
from tests.cli.conftest import without_progress
from tests.rooms import ROOMS

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
    assert (done.returncode, without_progress(done.stderr)) == (0, "")
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


# Who may import whom: the table of tests/rooms.py, held against every import under src.


SOURCE = Path(noughts.__file__).parent

# An inner room, and what it may import of its own outer room besides itself. A room inside it is another one.
INNER = {
    "solve.weak.proof": {"solve.board_words", "solve.boards", "solve.byte_tables", "solve.images", "solve.weak"},
    "solve.weak": {"solve.board_words", "solve.boards", "solve.byte_tables", "solve.images"}
    | {"solve.pairs", "solve.search_engine"},
    "solve.strong": {"solve.board_words", "solve.boards", "solve.byte_tables", "solve.images", "solve.search_engine"},
    "solve.tables": set[str](),
    "web.http": {"web.api", "web.ask", "web.browser.files", "web.describe", "web.operations", "web.play"}
    | {"web.problems", "web.streams"},
    "web.play": {"web.ask.pool", "web.hub"},
    "web.ask": {"web.hub", "web.problems"},
    "web.site": {"web.browser.files", "web.browser.host", "web.http.page"},
    "web.browser": {"web.api", "web.ask", "web.operations", "web.play", "web.streams"},
}


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports of the package, by names below it: `core.game` -> `core`, `errors`, ..."""
    graph = grimp.build_graph("noughts", cache_dir=None)
    return {
        below(name): {below(one) for one in graph.find_modules_directly_imported_by(name)} for name in graph.modules
    }


def below(name: str) -> str:
    return name.partition(".")[2] or "__init__"


def room_of(name: str) -> str:
    return name.partition(".")[0]


def inside(name: str, rooms: set[str]) -> bool:
    return any(f"{name}.".startswith(f"{room}.") for room in rooms)


def test_every_import_is_in_the_table(imports: dict[str, set[str]]) -> None:
    pairs = {(room_of(name), room_of(one)) for name, targets in imports.items() for one in targets}
    assert {(room, one) for room, one in pairs if room != one and one not in ROOMS[room]} == set()


def test_inner_rooms_keep_to_themselves(imports: dict[str, set[str]]) -> None:
    for name, targets in imports.items():
        for room in [room for room in INNER if inside(name, {room})][:1]:
            others = {one for one in targets if room_of(one) == room_of(room)}
            deeper = {one for one in INNER if one.startswith(f"{room}.")}
            assert {one for one in others if inside(one, deeper) or not inside(one, {room, *INNER[room]})} == set(), (
                name
            )


def test_there_is_no_circle(imports: dict[str, set[str]]) -> None:
    """But for a front door, which names what stands behind it."""
    doors = {name for name in imports if any(one.startswith(f"{name}.") for one in imports)} | {"__init__"}
    assert len([*TopologicalSorter({name: imports[name] - doors for name in imports}).static_order()]) == len(imports)


# What asks an option of a game by its name: the notation, protocols that name rules, a kernel's window of a line.
BY_NAME = {
    "core/game.py",
    *("records/parts.py", "engines/client.py", "engines/server.py"),
    *("search/search_board.py", "search/plain_search.py"),
}


def test_nothing_else_asks_an_option_of_a_game_by_its_name() -> None:
    asks = re.compile(rf"\bgame\.({'|'.join(OPTIONS)})\b")
    found = {
        str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if asks.search(path.read_text(encoding="utf-8"))
    }
    assert found <= BY_NAME

"""Who may import whom: the table of tests/rooms.py, held against every import statement under src."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import noughts
from tests.rooms import ROOMS

SOURCE = Path(noughts.__file__).parent

# An inner room, and what it may import of its own outer room besides itself. A room inside it is another one.
INNER = {
    "solve.weak.proof": {"solve.board_words", "solve.byte_tables", "solve.weak"},
    "solve.weak": {"solve.board_words", "solve.byte_tables", "solve.search_engine", "solve.pairs"},
    "solve.strong": {"solve.board_words", "solve.byte_tables", "solve.search_engine"},
    "solve.tables.storage": {"solve.tables"},
    "solve.tables": set[str](),
    "web.http": {
        "web.api",
        "web.ask",
        "web.browser",
        "web.describe",
        "web.operations",
        "web.play",
        "web.problems",
        "web.services",
        "web.streams",
    },
    "web.play": {"web.ask.pool", "web.hub"},
    "web.ask": {"web.hub"},
    "web.site": {"web.browser", "web.browser_host", "web.http.page"},
}

# What is imported late, by a function or by its name in a string, because it needs a compiler or takes long; and the
# room whose files the page loads.
LATE = {
    ("programs.program_process", "programs.jail.start"),
    ("programs.playing.edges", "programs.playing.windows"),
    ("programs.jail.start", "programs.child"),
    ("app.explanation", "results.decision"),
    ("app.players", "programs.own_program"),
    ("app.matches", "records"),
    ("app.players", "results.saved_plan"),
    ("app.players", "engines.client"),
    ("app.players", "engines.pipe"),
    ("app.players", "programs.consoles.console"),
    ("solve.saved_solution", "solve.checkpoint"),
    ("app.proofs", "app.line_adviser"),
    ("app.proofs", "arena.measure"),
    ("app.shipped", "app"),
    ("solve.user_tables", "solve.folder_tables"),
    ("processes.pool", "processes.call"),
    ("core.show", "drawing"),
    ("strategies.rules.list_text", "strategies.rules.sentences"),
    ("jit.__init__", "jit.background"),
    ("jit.background", "jit.compiling"),
    ("prove.prover", "prove.workers"),
    ("search.kernel_loading", "search.player"),
    ("solve.solver", "solve.portfolio"),
    ("solve.solver", "solve.strong.distance"),
    ("solve.portfolio", "solve.strong.strong_search"),
    ("solve.portfolio", "solve.weak.weak_solver"),
    ("solve.certificates", "solve.strong.strategy_steps"),
    ("solve.certificates", "solve.weak.weak_solver"),
    ("solve.certificates", "solve.weak.proof.breaker_strategy"),
    ("solve.oracle", "solve.solver"),
    ("solve.oracle", "solve.tables.retrograde"),
    ("strategies.line_scoring", "strategies.linear"),
    ("terminal.start", "terminal.app"),
    ("testing.__init__", "library"),
    ("walk.__init__", "walk.arrays"),
    ("words.said", "words.catalogue"),
}
SHOWN = ("core.show", "drawing")  # the one circle that is meant: a position shows itself in a notebook
REGISTRIES = {
    "app.compilation",
    "programs.loading.specs",
    "strategies.registry",
}  # modules to compile; modules of their own room

# Inside core a lower type never names a higher one. A record and a strategy's errors name cells in words.
CORE = {
    "__init__": 0,
    "show": 0,
    "game": 1,
    "json_text": 1,
    "placing": 2,
    "position": 3,
    "drawn": 4,
    "notation": 5,
    "census": 6,
    "threats": 2,
    "effect": 5,
    "record": 6,
    "gamelog": 7,
    "player": 6,
    "player_notes": 7,
    "value": 1,
    "budget": 1,
    "tally": 1,
    "lateness": 1,
    "judgement": 7,
    "evaluation": 5,
    "turning": 8,
    "random_position": 6,
    "sparse": 1,
    "traces": 1,
}


@cache
def parsed(path: Path) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree: ast.Module) -> list[ast.AST]:
    """Return all nodes of a syntax tree."""
    return list(ast.walk(tree))


def modules_of(root: Path) -> dict[str, Path]:
    """Return every module under the package, by its dotted name below it: `core.game`, `core.__init__`."""
    return {".".join(path.relative_to(root).with_suffix("").parts): path for path in root.rglob("*.py")}


def imported(node: ast.AST, module: str, package: str) -> Iterator[str]:
    """Return the dotted names below the package that an import statement may mean, the longest last."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        parents = [package, *module.split(".")][: -node.level] if node.level else []
        base = ".".join([*parents, *([node.module] if node.module else [])])
        names = [f"{base}.{alias.name}" for alias in node.names]
    else:
        return
    yield from (name.partition(".")[2] for name in names if name.partition(".")[0] == package)


def named(tree: ast.Module, package: str) -> Iterator[str]:
    """Return the modules of the package that strings name, `package.room.module` or `package.room.module:Class`."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name, dot, rest = node.value.partition(":")[0].partition(".")
            if name == package and dot and all(part.isidentifier() for part in rest.split(".")):
                yield rest


def wrong_edges(root: Path, package: str = "noughts") -> list[str]:
    """Return what breaks the table in a package, a line for each."""
    modules, wrong = modules_of(root), []
    for module, path in sorted(modules.items()):
        tree = parsed(path)
        room, _, inner = module.partition(".")
        if room not in ROOMS:
            wrong.append(f"{module}: the table has no room {room!r}")
            continue
        for node in nodes_of(tree):
            for name in imported(node, module, package):
                target = name.partition(".")[0]
                target = target if target in ROOMS else "__init__"  # a name that the front door gives
                if target != room and target not in ROOMS[room]:
                    wrong.append(f"{module} imports {target}")
                if room == target == "core" and not is_lower(name, inner):
                    wrong.append(f"{module} imports {name}")
                wrong += [f"{module} imports {name}"] if not stays_inside(module, name) else []
        late = {name for name in named(tree, package) if name in modules or f"{name}.__init__" in modules}
        if room != "cli" and module not in REGISTRIES:
            wrong += [f"{module} names {name}" for name in sorted(late) if (module, name) not in LATE]
            wrong += [f"{module}: {name}() imports" for name in importing_functions(tree, module, package)]
    return wrong


def stays_inside(module: str, name: str) -> bool:
    """Return whether an import by a module of an inner room keeps to that room, and to what it may import beside it."""
    for room, others in INNER.items():
        if module.startswith(f"{room}."):
            outer = room.partition(".")[0]
            allowed, inside = {room, *others}, [one for one in INNER if one.startswith(f"{room}.")]
            if any(f"{name}.".startswith(f"{one}.") for one in inside):
                return False
            return not name.startswith(f"{outer}.") or any(f"{name}.".startswith(f"{one}.") for one in allowed)
    return True


def circles(root: Path, package: str = "noughts") -> list[str]:
    """Return the modules that import themselves by way of others, late imports included."""
    modules = modules_of(root)
    edges: dict[str, set[str]] = {}
    for module, path in modules.items():
        tree = parsed(path)
        names = {name for node in nodes_of(tree) for name in imported(node, module, package)}
        names |= {name for name in named(tree, package) if (module, name) != SHOWN and module not in REGISTRIES}
        edges[module] = {found for name in names if (found := module_of(name, modules)) not in (None, module)}
    return [module for module in sorted(modules) if module in reachable(module, edges)]


def module_of(name: str, modules: dict[str, Path]) -> str | None:
    """Return the module that a dotted name below the package means: itself, or the one that has the name."""
    for candidate in (name, f"{name}.__init__", name.rpartition(".")[0], f"{name.rpartition('.')[0]}.__init__"):
        if candidate in modules:
            return candidate
    return None


def reachable(module: str, edges: dict[str, set[str]]) -> set[str]:
    """Return the modules that a module imports, directly or by way of others."""
    seen: set[str] = set()
    todo = list(edges[module])
    while todo:
        if (name := todo.pop()) not in seen:
            seen.add(name)
            todo += edges[name]
    return seen


def is_lower(name: str, inner: str) -> bool:
    """Return whether `core.game` or `core.game.Game` stands below the inner module of core."""
    parts = name.split(".")[1:] or ["__init__"]
    return CORE.get(parts[0], len(CORE)) < CORE.get(inner, 0)


def importing_functions(tree: ast.Module, module: str, package: str) -> Iterator[str]:
    """Return the functions that hold an import of the package itself."""
    for function in nodes_of(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
            True for node in ast.walk(function) for _ in imported(node, module, package)
        ):
            yield function.name


def test_every_import_is_in_the_table() -> None:
    assert wrong_edges(SOURCE) == []


def test_there_is_no_circle() -> None:
    """But for a front door, which names what stands behind it."""
    assert [module for module in circles(SOURCE) if not module.endswith("__init__")] == []


def test_late_imports_are_needed() -> None:
    """Each one that the table names is there."""
    modules = modules_of(SOURCE)
    for module, name in LATE:
        assert name in set(named(parsed(modules[module]), "noughts"))


def test_the_source_has_been_seen() -> None:
    assert {"__init__", "errors", "core.game", "core.player", "testing.__init__"} <= set(modules_of(SOURCE))
    assert {path.stem for path in (SOURCE / "core").glob("*.py")} == set(CORE)


@pytest.mark.parametrize(
    ("module", "text", "expected"),
    [
        ("prove/walk", "from noughts.core.game import Game", []),
        ("prove/walk", "from noughts.prove.measure import Layer\nfrom . import measure", []),
        ("prove/walk", "import numpy\nimport noughtsandcrosses", []),
        ("cli/app", "def run():\n    from noughts.terminal import board", []),
        ("strategies/exact", "from noughts.solve import search", []),
        ("core/record", "from noughts.core.notation import parse_cell", []),
        ("core/record", "from .notation import parse_cell", []),
        ("prove/walk", "from noughts.strategies.menace import Menace", ["prove.walk imports strategies"]),
        ("prove/walk", "from noughts import strategies", ["prove.walk imports strategies"]),
        ("prove/walk", "from ..strategies import ring", ["prove.walk imports strategies"]),
        ("prove/walk", "import noughts.solve.search as s", ["prove.walk imports solve"]),
        ("prove/walk", "from noughts import Game", ["prove.walk imports __init__"]),
        ("prove/walk", "import noughts", ["prove.walk imports __init__"]),
        ("terminal/board", "if True:\n    from noughts.cli import main", ["terminal.board imports cli"]),
        ("errors", "from noughts.core import game", ["errors imports core"]),
        (
            "core/game",
            "from noughts.core.position import Position",
            ["core.game imports core.position.Position"],
        ),
        ("core/game", "from . import position", ["core.game imports core.position"]),
        ("core/value", "from noughts.core import notation", ["core.value imports core.notation"]),
        ("core/player", "from noughts.core import record", ["core.player imports core.record"]),
        ("core/game", "from noughts.solve import search", ["core.game imports solve"]),
        ("solve/weak/table", "from noughts.solve.pairs import find_pairs", []),
        (
            "solve/weak/table",
            "from noughts.solve.strong import boards",
            ["solve.weak.table imports solve.strong.boards"],
        ),
        ("solve/strong/table", "import noughts.solve.solver", ["solve.strong.table imports solve.solver"]),
        ("solve/race", "from noughts.solve.weak import solver", []),
        ("solve/weak/proof/log", "from noughts.solve.weak.transposition_table import key_of", []),
        (
            "solve/weak/table",
            "from noughts.solve.weak.proof import log",
            ["solve.weak.table imports solve.weak.proof.log"],
        ),
        ("web/play/games", "from noughts.web.ask.pool import Pool\nfrom noughts.web.hub import Hub", []),
        ("web/play/games", "from noughts.web.ask import jobs", ["web.play.games imports web.ask.jobs"]),
        ("web/play/views", "from noughts.web.http import page", ["web.play.views imports web.http.page"]),
        ("web/ask/jobkinds", "from noughts.web.play import tokens", ["web.ask.jobkinds imports web.play.tokens"]),
        ("web/ask/jobkinds", "from noughts.web import Store", ["web.ask.jobkinds imports web.Store"]),
        ("attic/box", "", ["attic.box: the table has no room 'attic'"]),
        (
            "arena/match",
            "class Match:\n    async def play(self):\n        from noughts.core import game",
            ["arena.match: play() imports"],
        ),
    ],
)
def test_the_checker_on_a_tree_made_for_it(tmp_path: Path, module: str, text: str, expected: list[str]) -> None:
    path = tmp_path / f"{module}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert wrong_edges(tmp_path) == expected


def test_a_name_in_a_string_is_an_import(tmp_path: Path) -> None:
    for room, text in (("arena", "NAME = 'noughts.solve:Solver'"), ("solve", "class Solver: pass")):
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text(text)
    assert wrong_edges(tmp_path) == ["arena.__init__ names solve"]


def test_a_circle_is_found(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "game.py").write_text("NAME = 'noughts.core.position'")
    (tmp_path / "core" / "position.py").write_text("def late():\n    from noughts.core.game import Game")
    assert circles(tmp_path) == ["core.game", "core.position"]


def test_a_class_name_stands_for_one_thing() -> None:
    """But for stand-ins, which have the names of what they stand for."""
    stand_ins = SOURCE / "programs" / "playing" / "windows"
    names = [
        node.name
        for path in SOURCE.rglob("*.py")
        if not path.is_relative_to(stand_ins)
        for node in nodes_of(parsed(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert sorted({name for name in names if names.count(name) > 1}) == []

"""Who may import whom: the table of the house, held against every import statement under src."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import noughts

SOURCE = Path(noughts.__file__).parent

# A room (a folder or a file of the package) and what it may import besides itself. Nobody imports cli.
RULES = {"errors", "core"}
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "core": {"errors"},
    "certify": RULES,
    "solve": RULES | {"certify"},
    "strategies": RULES | {"solve"},
    "prove": RULES | {"certify"},
    "records": RULES,
    "arena": RULES | {"records"},
    "protocol": RULES,
    "envs": RULES,
    "terminal": RULES,
    "web": RULES | {"records"},
    "testing": RULES,
    "__init__": RULES,
    "__main__": {"cli"},
}
ROOMS["cli"] = {room for room in ROOMS if room != "__main__"}

# Inside core a lower type never names a higher one. A record and a strategy's errors name cells in words.
CORE = {
    "__init__": 0,
    "game": 1,
    "position": 2,
    "notation": 3,
    "perft": 3,
    "record": 4,
    "strategy": 4,
    "judgement": 4,
}


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


def wrong_edges(root: Path, package: str = "noughts") -> list[str]:
    """Return what breaks the table in a package, a line for each."""
    modules, wrong = modules_of(root), []
    for module, path in sorted(modules.items()):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        room, _, inner = module.partition(".")
        if room not in ROOMS:
            wrong.append(f"{module}: the table has no room {room!r}")
            continue
        for node in ast.walk(tree):
            for name in imported(node, module, package):
                target = name.partition(".")[0]
                target = target if target in ROOMS else "__init__"  # a name that the front door gives
                if target != room and target not in ROOMS[room]:
                    wrong.append(f"{module} imports {target}")
                if room == target == "core" and not is_lower(name, inner):
                    wrong.append(f"{module} imports {name}")
        if room != "cli":
            wrong += [f"{module}: {name}() imports" for name in importing_functions(tree, module, package)]
    return wrong


def is_lower(name: str, inner: str) -> bool:
    """Return whether `core.game` or `core.game.Game` stands below the inner module of core."""
    parts = name.split(".")[1:] or ["__init__"]
    return CORE.get(parts[0], len(CORE)) < CORE.get(inner, 0)


def importing_functions(tree: ast.Module, module: str, package: str) -> Iterator[str]:
    """Return the functions that hold an import of the package itself."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
            True for node in ast.walk(function) for _ in imported(node, module, package)
        ):
            yield function.name


def test_every_import_is_in_the_table() -> None:
    assert wrong_edges(SOURCE) == []


def test_the_source_has_been_seen() -> None:
    assert {"__init__", "errors", "core.game", "core.strategy", "testing.__init__"} <= set(modules_of(SOURCE))
    assert {path.stem for path in (SOURCE / "core").glob("*.py")} == set(CORE)


@pytest.mark.parametrize(
    ("module", "text", "expected"),
    [
        ("prove/walk", "from noughts.core.game import Game", []),
        ("prove/walk", "from noughts.prove.batch import Layer\nfrom . import batch", []),
        ("prove/walk", "import numpy\nimport noughtsandcrosses", []),
        ("cli/app", "def run():\n    from noughts.terminal import board", []),
        ("strategies/exact", "from noughts.solve import search", []),
        ("core/record", "from noughts.core.notation import cell_name", []),
        ("core/record", "from .notation import cell_name", []),
        ("prove/walk", "from noughts.strategies.ring import Ring", ["prove.walk imports strategies"]),
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
        ("core/perft", "from noughts.core import notation", ["core.perft imports core.notation"]),
        ("core/strategy", "from noughts.core import record", ["core.strategy imports core.record"]),
        ("core/game", "from noughts.solve import search", ["core.game imports solve"]),
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
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert wrong_edges(tmp_path) == expected

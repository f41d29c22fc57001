"""Loading a user's file without playing its game.

The statements of the file are run one by one, without input. One that asks a question, ends the program or takes long
is cut, and said; the values that it had changed are as before. So are such statements of the modules that it imports
from its own folder. What remains are imports, functions, classes and the values that they use.
"""

import ast
import importlib
import importlib.util
import linecache
import os
import random
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from noughts.core.json_text import read_json
from noughts.errors import LimitExceeded, StrategyError
from noughts.programs import vocabulary
from noughts.programs.calls import InputRefused, RunsTooLong, at_most, plain_copies, without_input
from noughts.programs.load import files, late_draws
from noughts.programs.load.files import imports_of, is_own, parse
from noughts.programs.load.stand_ins import WINDOWS, stand_ins
from noughts.words import Said

SECONDS = 10.0  # of processor time, to load a file
PREFIX = "noughts_user_"  # of the name of a file's module
NOTEBOOK = ".ipynb"
_GAME_SECONDS = 2.0  # the same, for a statement that may be a game
_PYTHON_2 = re.compile(r"^\s*print\s+[\"'\w]|^\s*except\s+\w+\s*,\s*\w+\s*:|\braw_input\(", re.MULTILINE)

_left_out: dict[str, list[str]] = {}  # of a module, by its name
_drawn = set[Path]()  # files that drew random numbers while they were loaded


def left_out_of(module: ModuleType | None) -> str:
    """Return what was not run when a module was loaded, in words; empty for nothing."""
    return ", ".join(() if module is None else _left_out.get(module.__name__, ()))


def is_loaded_so(name: str) -> bool:
    """Return whether a module is one of a program's, by its name."""
    return name in _left_out


def drew(file: Path) -> bool:
    """Return whether a file has drawn random numbers while it was loaded, none that follow from a seed of its own: what
    it does may depend on them."""
    return file.absolute() in _drawn


def named_in(module: ModuleType | None) -> str:
    """Return what the files of a module read that differs from one process to the next, in words: `hash(), environ`."""
    file = getattr(module, "__file__", None)
    return ", ".join(files.named_in(Path(file))) if file and module and is_loaded_so(module.__name__) else ""


def load_file(path: Path, seconds: float = SECONDS) -> ModuleType:
    """Return the module of a file. Raises LimitExceeded after so many seconds of processor time; StrategyError, whose
    `__cause__` is what the file raised.

    A file of a package, or with relative imports, is a module of it; its folder, the one above, and the present one are
    on the path.
    """
    path = path.absolute()  # it is loaded from its folder
    folder = path.resolve().parent
    package = _package_of(path)
    own_roots = roots_of(path)
    roots = [*own_roots, folder.parent, Path.cwd()]
    name = f"{PREFIX}{path.stem}" if package is None else f"{package.name}.{path.stem}"
    for root in roots:
        if str(root) not in sys.path:
            sys.path.append(str(root))
    with _while_loading(own_roots, folder, seconds), _noting_draws(path):
        if package is not None:
            package.enter()
            sys.modules.pop(name, None)
            return importlib.import_module(name)
        loader = _Loader(name, str(path))
        spec = importlib.util.spec_from_file_location(name, path, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # dataclasses look their module up there
        loader.exec_module(module)
        return module


def load_module(name: str, seconds: float = SECONDS) -> ModuleType:
    """Return a module by its name, which may be in the present folder. Raises StrategyError, LimitExceeded."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    with _while_loading([Path.cwd()], Path.cwd(), seconds):
        return importlib.import_module(name)


@dataclass(frozen=True)
class _Package:
    """The package that a file belongs to: its dotted name, the folder that its modules are in, where it begins."""

    name: str
    folder: Path
    root: Path

    def enter(self) -> None:
        """Make the package importable, also where a folder has no `__init__.py`."""
        parts, folder = self.name.split("."), self.root
        for end in range(1, len(parts) + 1):
            name, folder = ".".join(parts[:end]), folder / parts[end - 1]
            if name not in sys.modules and not (folder / "__init__.py").is_file():
                spec = ModuleSpec(name, None, is_package=True)
                spec.submodule_search_locations = [str(folder)]
                sys.modules[name] = importlib.util.module_from_spec(spec)


def _package_of(path: Path) -> _Package | None:
    """Return the package of a file: of its folders with `__init__.py`, or as far up as its imports reach."""
    folder = path.resolve().parent
    depth = 0
    while (folder / "__init__.py").is_file():
        folder, depth = folder.parent, depth + 1
    depth = max(depth, _levels(path))
    if not depth:
        return None
    inner = path.resolve().parent
    names = [inner, *inner.parents][:depth]
    if not all(name.name.isidentifier() for name in names):
        return None
    return _Package(".".join(name.name for name in reversed(names)), inner, names[-1].parent)


def roots_of(path: Path) -> list[Path]:
    """Return the folders in which a file's own modules are looked for by their names."""
    package, folder = _package_of(path), path.resolve().parent
    return [folder if package is None else package.root, *_imported_from(path), folder]


def run_in(path: Path) -> tuple[Path, str | None]:
    """Return the folder in which a file is run by its author, and the package of which it is a module there, if its
    imports are relative; else its own folder, and None."""
    package = _package_of(path) if _levels(path) else None
    return (path.parent, None) if package is None else (package.root, package.name)


def folder_of(path: Path) -> Path:
    """Return the folder with all files that belong to one: that of its package, or of the packages that it imports from
    above it, else its own."""
    package = _package_of(path)
    tops = [] if package is None else [package.root / package.name.partition(".")[0]]
    tops += [folder for folder in path.parents if folder.parent in _imported_from(path)]
    above = [top for top in tops if path.is_relative_to(top)]
    return min(above, key=lambda top: len(top.parts), default=path.parent)


def _levels(path: Path) -> int:
    return max((imported.levels for imported in imports_of(path)), default=0)


def _imported_from(path: Path) -> list[Path]:
    """Return the folders that hold the packages above a file which it imports from by their names."""
    names = {imported.top for imported in imports_of(path) if not imported.levels}
    return [folder.parent for folder in path.resolve().parent.parents if folder.name in names]


class _Loader(SourceFileLoader):
    """Runs a user's module statement by statement."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the statements that are not a game."""
        omissions = _left_out[module.__name__] = []
        tree = late_draws.with_late_draws(parse(_source(self.path, self.get_data(self.path)), self.path))
        vars(module).update({late_draws.ASSIGNED: late_draws.assigned, late_draws.READ: late_draws.read})
        futures = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
        for statement in tree.body:
            code = compile(ast.Module([*futures, statement], []), self.path, "exec", dont_inherit=True)
            if (why := self._run(code, module, tree, statement)) is not None:
                omissions.append(_lines(statement, why))

    def _run(self, code: CodeType, module: ModuleType, tree: ast.Module, statement: ast.stmt) -> str | None:
        """Run a statement; return why it was cut, None where it was not. Raises what it raises else."""
        may_play = _may_play(statement)
        before = plain_copies(vars(module)) if may_play else {}
        try:
            with at_most(_GAME_SECONDS, _GameTooLong) if may_play else nullcontext():
                exec(code, vars(module))
            return None
        except InputRefused:
            why = "what asks or plays"
        except _GameTooLong:
            why = f"what takes more than {_GAME_SECONDS:g} s"
        except SystemExit:
            why = "its end"
        except NameError as error:
            if error.name not in _assigned_before(tree, statement):
                raise
            why = f"what needs {error.name}"
        vars(module).update(before)
        return why


def _source(path: str, content: bytes) -> str:
    """Return the text of a file; of a notebook its code cells, which tracebacks and the evidence find there too."""
    if not path.endswith(NOTEBOOK):
        return importlib.util.decode_source(content)
    try:
        cells = [cell for cell in read_json(content)["cells"] if cell["cell_type"] == "code"]
        text = "\n".join(_without_magic("".join(cell["source"])) for cell in cells)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise StrategyError(Said("error.not-a-notebook")) from None
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    return text


def _without_magic(cell: str) -> str:
    """Return a cell of a notebook without its commands to the notebook, as `%matplotlib inline`, `!pip install`."""
    if cell.lstrip().startswith("%%"):
        return ""
    return re.sub(r"^(\s*)[%!?].*$", r"\1pass", cell, flags=re.MULTILINE)


class _OwnModules(MetaPathFinder):
    """Finds the modules below a program's own folders, to be run as the program itself is."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = [str(root) for root in roots]

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        top = name.partition(".")[0]
        if top == "noughts" or (top in sys.stdlib_module_names and top not in WINDOWS):
            return None
        spec = PathFinder.find_spec(name, self.roots if path is None else path)
        if spec is None or spec.origin is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        own = is_own(spec.origin, map(Path, self.roots))
        return (
            importlib.util.spec_from_file_location(
                name,
                spec.origin,
                loader=_Loader(name, spec.origin),
                submodule_search_locations=spec.submodule_search_locations,
            )
            if own
            else None
        )


@contextmanager
def _while_loading(roots: Sequence[Path], folder: Path, seconds: float) -> Iterator[None]:
    """Load with stand-ins, in a folder, without input, and for so long at most. Raises StrategyError, LimitExceeded."""
    own = _OwnModules(roots)
    try:
        with chdir(folder), stand_ins(), without_input(), at_most(seconds, _LoadTooLong):
            sys.meta_path.insert(0, own)  # a file beside the program comes before a stand-in of its name
            try:
                yield
            finally:
                sys.meta_path.remove(own)
    except _LoadTooLong as error:
        values = {"seconds": f"{seconds:g}", "line": error.line}
        raise LimitExceeded(Said("error.long-to-load", values)) from None
    except SyntaxError as error:
        file = Path(error.filename or "")
        if file.is_file() and _PYTHON_2.search(file.read_text("utf-8", "replace")):
            raise StrategyError(Said("error.python-2", {"line": error.lineno})) from error
        raise


@contextmanager
def _noting_draws(file: Path) -> Iterator[None]:
    before = random.getstate()
    yield
    if random.getstate() != before and not any(map(late_draws.seeds, map(files.parsed, files.with_imports(file)))):
        _drawn.add(file)


class _LoadTooLong(RunsTooLong):
    """Of all statements together."""


class _GameTooLong(RunsTooLong):
    """Of one statement that may be a game."""


def _lines(statement: ast.stmt, what: str) -> str:
    last = statement.end_lineno or statement.lineno
    return f"{what}, line {last}" if last == statement.lineno else f"{what}, lines {statement.lineno}-{last}"


def _assigned_before(tree: ast.Module, statement: ast.stmt) -> set[str]:
    """Return the names that the statements before one assign: one that is not there now was left out."""
    before = (inner for earlier in tree.body if earlier.lineno < statement.lineno for inner in ast.walk(earlier))
    return {inner.id for inner in before if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}


def _may_play(statement: ast.stmt) -> bool:
    """Return whether a statement may be a game: a call, but of what sets something up by its name; a block."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))):
            return vocabulary.pattern("functions", "building", re.I).match(name) is None
        case ast.Expr(value=ast.Call()) | ast.If() | ast.With() | ast.Try() | ast.While():
            return True
    return False

"""Loading a user's file without playing its game.

The statements of the file are run one by one. What asks a question, waits in a loop or begins a game is left out, and
said; so are such statements of the modules that it imports from its own folder. What remains are imports, functions,
classes and the values that they use.
"""

import ast
import dis
import importlib
import importlib.util
import linecache
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from noughts.core.json_text import read_json
from noughts.errors import LimitExceeded, StrategyError
from noughts.programs.calls import InputRefused, RunsTooLong, at_most, without_input
from noughts.programs.loading import vocabulary
from noughts.programs.loading.own_files import imports_of, is_own
from noughts.programs.loading.stand_ins import WINDOWS, stand_ins
from noughts.words import Said

SECONDS = 10.0  # of processor time, to load a file
PREFIX = "noughts_user_"  # of the name of a file's module
NOTEBOOK = ".ipynb"
_GAME_SECONDS = 2.0  # the same, for a statement that may be a game
_ASKING = ("input", "raw_input", "getpass")
_LEAVING = ("exit", "quit", "_exit", "abort")
_PYTHON_2 = re.compile(r"^\s*print\s+[\"'\w]|^\s*except\s+\w+\s*,\s*\w+\s*:|\braw_input\(", re.MULTILINE)

# What the code of a program may name that differs from one process to the next: functions that it need not import, and
# names of modules, with the words for each.
_BUILT_IN = {"hash": "hash()", "id": "id()"}
_IN_MODULES = {
    **{name: f"{name}()" for name in ("getpid", "getppid", "getenv", "get_ident", "get_native_id", "gethostname")},
    **{name: f"{name}()" for name in ("getnode", "now", "utcnow", "today")},
    **{name: name for name in ("environ", "environb", "orig_argv")},
}
_WRITING = ("STORE_SUBSCR", "setdefault", "update")  # what follows a name that is not read


@dataclass
class _Loaded:
    """What was left out of a module, and what differs from one process to the next that it or its imports name."""

    left_out: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)


_loaded: dict[str, _Loaded] = {}  # by the name of the module
_loading: list[_Loaded] = []  # modules that are loaded now: each is imported by the one before


def left_out_of(module: ModuleType | None) -> str:
    """Return what was not run when a module was loaded, in words; empty for nothing."""
    return ", ".join(_known(module).left_out)


def named_in(module: ModuleType | None) -> str:
    """Return what the code of a module names that differs from one process to the next, in words: `hash(), environ`.

    So do the modules that it imports from its own folder.
    """
    return ", ".join(sorted(_known(module).named))


def _known(module: ModuleType | None) -> _Loaded:
    return _loaded.get("" if module is None else module.__name__, _Loaded())


def load_file(path: Path, seconds: float = SECONDS) -> ModuleType:
    """Return the module of a file. Raises LimitExceeded after so many seconds of processor time; StrategyError, whose
    `__cause__` is what the file raised.

    A file of a package, or with relative imports, is a module of it; its folder, the one above, and the present one are
    on the path.
    """
    path = path.absolute()  # it is loaded from its folder
    folder = path.resolve().parent
    package = _package_of(path)
    roots = [folder if package is None else package.root, *_imported_from(path), folder, folder.parent, Path.cwd()]
    name = f"{PREFIX}{path.stem}" if package is None else f"{package.name}.{path.stem}"
    for root in roots:
        if str(root) not in sys.path:
            sys.path.append(str(root))
    with _while_loading(roots[:-2], folder, seconds):
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


def folder_of(path: Path) -> Path:
    """Return the folder with all files that belong to one: that of its package, or of the packages that it imports from
    above it, else its own."""
    package = _package_of(path)
    tops = [] if package is None else [package.root / package.name.partition(".")[0]]
    tops += [folder for folder in path.parents if folder.parent in _imported_from(path)]
    above = [top for top in tops if path.is_relative_to(top)]
    return min(above, key=lambda top: len(top.parts), default=path.parent)


def _levels(path: Path) -> int:
    """Return how many folders up the relative imports of a file reach."""
    return max((one.levels for one in imports_of(path)), default=0)


def _imported_from(path: Path) -> list[Path]:
    """Return the folders that hold the packages above a file which it imports from by their names."""
    names = {one.top for one in imports_of(path) if not one.levels}
    return [folder.parent for folder in path.resolve().parent.parents if folder.name in names]


class _Loader(SourceFileLoader):
    """Runs a user's module statement by statement."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the statements that are not a game."""
        source = _source(self.path, self.get_data(self.path))
        loaded = _loaded[module.__name__] = _Loaded()
        _loading.append(loaded)
        try:
            self._run(source, module, loaded)
        finally:
            _loading.remove(loaded)
            for importing in _loading:
                importing.named |= loaded.named

    def _run(self, source: str, module: ModuleType, loaded: _Loaded) -> None:
        omissions, named = loaded.left_out, set[str]()
        tree = ast.parse(source, self.path)
        functions = _Functions.of(tree)
        futures = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
        for statement in functions.sifted(tree.body, omissions):
            code = compile(ast.Module([*futures, statement], []), self.path, "exec", dont_inherit=True)
            named |= _names_of(code)
            try:
                with at_most(_GAME_SECONDS, _GameTooLong) if _may_play(statement) else nullcontext():
                    exec(code, vars(module))
            except InputRefused:
                omissions.append(_lines(statement, "what asks or plays"))
            except _GameTooLong:
                omissions.append(_lines(statement, f"what takes more than {_GAME_SECONDS:g} s"))
            except NameError as error:
                if error.name not in _assigned_before(tree, statement):
                    raise
                omissions.append(_lines(statement, f"what needs {error.name}"))
        words = _IN_MODULES | {name: word for name, word in _BUILT_IN.items() if name not in vars(module)}
        loaded.named |= {words[name] for name in named if name in words}


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


class _LoadTooLong(RunsTooLong):
    """Of all statements together."""


class _GameTooLong(RunsTooLong):
    """Of one statement that may be a game."""


def _names_of(code: CodeType) -> set[str]:
    """Return those of the names above that a code and the functions in it read."""
    found = set[str]()
    if not (_BUILT_IN.keys() | _IN_MODULES.keys()).isdisjoint(code.co_names):
        steps = list(dis.get_instructions(code))
        for number, step in enumerate(steps):
            is_global = step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
            is_read = is_global or step.opname.startswith(("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"))
            written = any(each.opname in _WRITING or each.argval in _WRITING for each in steps[number + 1 : number + 3])
            if is_read and not written and (is_global or step.argval in _IN_MODULES):
                found.add(str(step.argval))
    return found.union(*(_names_of(inner) for inner in code.co_consts if isinstance(inner, CodeType)))


def _lines(statement: ast.stmt, what: str) -> str:
    last = statement.end_lineno or statement.lineno
    return f"{what}, line {last}" if last == statement.lineno else f"{what}, lines {statement.lineno}-{last}"


def _assigned_before(tree: ast.Module, statement: ast.stmt) -> set[str]:
    """Return the names that the statements before one assign: one that is not there now was left out."""
    before = (inner for one in tree.body if one.lineno < statement.lineno for inner in _outer(one))
    return {inner.id for inner in before if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}


def _may_play(statement: ast.stmt) -> bool:
    """Return whether a statement that is run may still be a game: a call."""
    match statement:
        case ast.Expr(value=ast.Call(func=function)):
            return not _builds(_name(function))
        case ast.If() | ast.With() | ast.Try() | ast.While():
            return True
    return False


def _builds(name: str) -> bool:
    """Return whether a function sets something up, by its name."""
    return vocabulary.pattern("functions", "building", re.I).match(name) is not None


def _name(function: ast.expr) -> str:
    """Return the last name of what is called."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


@dataclass
class _Functions:
    """The functions and methods of a file, by their names: what they ask and whether they loop."""

    bodies: dict[str, list[ast.AST]]
    asks: dict[str, bool] = field(default_factory=dict)
    loops: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module) -> "_Functions":
        """Return those of a module; a class stands for its constructor."""
        bodies: dict[str, list[ast.AST]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                bodies.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                made = [inner for inner in node.body if isinstance(inner, ast.FunctionDef) and inner.name == "__init__"]
                bodies.setdefault(node.name, []).extend(made)
        return cls(bodies)

    def sifted(self, statements: Sequence[ast.stmt], omissions: list[str]) -> list[ast.stmt]:
        """Return the statements that are run; add the others to the omissions."""
        kept = []
        for statement in statements:
            if (imported := _of_main(statement)) is not None:
                kept += self.sifted(imported, omissions)
                continue
            if (why := self._left_out(statement)) is None:
                kept.append(statement)
                continue
            inner = self._with_inner(statement, omissions)
            if inner is None:
                omissions.append(_lines(statement, why))
            else:
                kept.append(inner)
        return kept

    def _with_inner(self, statement: ast.stmt, omissions: list[str]) -> ast.stmt | None:
        """Return an `if`, `with` or `try` with what may be run of it."""
        if not isinstance(statement, ast.If | ast.With | ast.Try):
            return None
        for part in ("body", "orelse", "finalbody"):
            if statements := getattr(statement, part, None):
                nothing = ast.copy_location(ast.Pass(), statement)
                setattr(statement, part, self.sifted(statements, omissions) or [nothing])
        return statement

    def _left_out(self, statement: ast.stmt) -> str | None:
        """Return what a statement is that is not run, or None."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
                return None
            case ast.While():
                return None if self._builds(statement) else "its game loop"
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                return "what it asks" if self._asks(statement) else None
            case ast.Expr(value=ast.Call(func=function)):
                return self._call_left_out(statement, _name(function))
        if self._asks(statement):
            return "what it asks"
        if any(isinstance(inner, ast.Call) and _name(inner.func) in _LEAVING for inner in _outer(statement)):
            return "its end"
        return "its game loop" if self._loops(statement) and not isinstance(statement, ast.For) else None

    def _builds(self, loop: ast.While) -> bool:
        """Return whether a loop ends and sets values, and neither asks nor calls functions of the file that play."""
        inside = list(_outer(loop))
        called = [_name(inner.func) for inner in inside if isinstance(inner, ast.Call)]
        plays = any(name in self.bodies and not _builds(name) for name in called)
        ends = not isinstance(loop.test, ast.Constant) or any(isinstance(inner, ast.Break) for inner in inside)
        sets = any(isinstance(inner, ast.Assign | ast.AugAssign) for inner in inside)
        return ends and sets and not plays and not self._asks(loop)

    def _call_left_out(self, statement: ast.stmt, name: str) -> str | None:
        if self._asks(statement):
            return "its game"
        if _builds(name):
            return None
        if name in _LEAVING or self._loops(statement):
            return "its game"
        plays = vocabulary.pattern("functions", "playing", re.I).fullmatch(name)
        return "its game" if plays and name not in self.bodies else None

    def _asks(self, node: ast.AST) -> bool:
        return self._does(node, self.asks, lambda inner: isinstance(inner, ast.Call) and _name(inner.func) in _ASKING)

    def _loops(self, node: ast.AST) -> bool:
        return self._does(node, self.loops, lambda inner: isinstance(inner, ast.While))

    def _does(self, node: ast.AST, known: dict[str, bool], does: Any) -> bool:
        """Return whether a node does something, or calls a function of the file that does; functions in it do not
        count."""
        for inner in _outer(node):
            if does(inner):
                return True
            if isinstance(inner, ast.Call) and self._function_does(_name(inner.func), known, does):
                return True
        return False

    def _function_does(self, name: str, known: dict[str, bool], does: Any) -> bool:
        if name not in known:
            known[name] = False  # for one that calls itself
            known[name] = any(
                self._does(statement, known, does)
                for body in self.bodies.get(name, ())
                for statement in body.body  # type: ignore[attr-defined]
            )
        return known[name]


def _outer(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and what is in it, without the functions and classes that it defines."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _outer(child)


def _of_main(statement: ast.stmt) -> list[ast.stmt] | None:
    """Return what runs of `if __name__ == "__main__"` where the file is not the main program; None for the rest."""
    match statement:
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"), ops=[operator])):
            pass
        case ast.If(test=ast.Compare(ops=[operator], comparators=[ast.Name(id="__name__")])):
            pass
        case _:
            return None
    return statement.body if isinstance(operator, ast.NotEq | ast.IsNot) else statement.orelse

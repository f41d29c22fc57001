"""Which files belong to a program: those of its folder, and those that they import from one another."""

import ast
import gc
import linecache
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_OURS = Path(__file__).resolve().parents[2]
_MOST_FILES = 40
_MOST_BESIDE = 12  # folders beside that of a file
# What differs from one process to the next, in words: functions that need no import, and names of modules.
_BUILT_IN = {"hash": "hash()", "id": "id()"}
_IN_MODULES = {
    **{name: f"{name}()" for name in ("getpid", "getppid", "getenv", "get_ident", "get_native_id", "gethostname")},
    **{name: f"{name}()" for name in ("getnode", "now", "utcnow", "today")},
    **{name: name for name in ("environ", "environb", "orig_argv")},
}
_WRITING = ("setdefault", "update")


@dataclass(frozen=True)
class Import:
    """A module that a file imports, by its dotted name; `levels`: how many folders up it begins, where it says so."""

    name: str
    levels: int = 0

    @property
    def top(self) -> str:
        """The first part of its name."""
        return self.name.partition(".")[0]


def parsed(file: object) -> ast.Module:
    """Return the syntax tree of a file, or of a cell in a notebook; an empty one without a source that
    can be parsed."""
    path = Path(str(file))
    if path.exists() and not path.is_file():  # reading a named pipe waits for its writer
        return ast.Module([], [])
    linecache.checkcache(str(file))
    try:
        return _tree("".join(linecache.getlines(str(file))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


@lru_cache(maxsize=64)
def _tree(text: str) -> ast.Module:
    return parse(text)


def parse(source: str, name: str = "<unknown>") -> ast.Module:
    """Return the syntax tree of a program's text, whatever other threads parse. Raises what `ast.parse` raises."""
    collects = gc.isenabled()
    gc.disable()  # a collection may let another thread go on, and CPython 3.11 counts the depths of two parses as one
    try:
        return ast.parse(source, name)
    finally:
        if collects:
            gc.enable()


def imports_of(file: Path) -> Iterator[Import]:
    """Yield what a file imports, also within its functions."""
    return imports_in(parsed(file))


def imports_in(tree: ast.Module) -> Iterator[Import]:
    """Yield what the statements of a syntax tree import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield Import(module, node.level)
            for alias in node.names:  # each name may be that of a module
                yield Import(f"{module}.{alias.name}".lstrip("."), node.level)


def module_in(folder: Path, name: str) -> Path | None:
    """Return the file of a module, or of a package, that lies in a folder."""
    if not name:
        return None
    path = folder.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def with_imports(file: Path) -> Iterator[Path]:
    """Yield a file and those of its folder, of the one above, or of a package around it, that it imports, directly or
    by way of others."""
    todo, seen = [file.absolute()], set[Path]()
    while todo and len(seen) < _MOST_FILES:
        importer = todo.pop(0)
        if importer not in seen:
            seen.add(importer)
            yield importer
            for each in imports_of(importer):
                above = file.absolute().parents
                by_name = [*above[:2], *(folder.parent for folder in above if folder.name == each.top)]
                folders = importer.parents[each.levels - 1 : each.levels] if each.levels else by_name
                paths = (module_in(folder, each.name) for folder in folders)
                todo += [path for path in paths if path is not None]


def users_of(file: Path) -> list[Path]:
    """Return the files that import one, directly or by way of others: of its folder, of the one above, and of the
    folders beside its own, if these are not too many for one project; but for tests."""
    file = file.absolute()
    beside = sorted(path for path in file.parents[1].glob("*/") if path != file.parent)
    folders = [*file.parents[:2], *(beside if len(beside) <= _MOST_BESIDE else ())]
    scripts = (script for folder in folders for script in _scripts_in(folder))
    return [script for script in scripts if script != file and file in with_imports(script)]


def _scripts_in(folder: Path) -> list[Path]:
    paths = (path for path in sorted(folder.glob("*")) if path.suffix == ".py" or _says_python(path))
    scripts = [path for path in paths if "test" not in path.stem and path.name != "__init__.py"]
    return scripts[:_MOST_FILES]


def _says_python(path: Path) -> bool:
    """Return whether a file without a suffix says in its first line that Python runs it."""
    first = b""
    with suppress(OSError):
        if not path.suffix and path.is_file():
            with path.open("rb") as file:
                first = file.readline(100)
    return first.startswith(b"#!") and b"python" in first


def is_own(file: object, folders: Iterable[Path]) -> bool:
    """Return whether a file is one of the program whose folders these are: none of a library's, and none of ours."""
    return isinstance(file, str) and _is_below(file, tuple(folders))


@lru_cache(maxsize=4096)  # it is asked of all modules at each look at a game
def _is_below(file: str, folders: tuple[Path, ...]) -> bool:
    path = Path(file)
    is_below = any(path.is_relative_to(folder) for folder in folders) and not path.is_relative_to(_OURS)
    return is_below and "site-packages" not in file


def named_in(file: Path) -> list[str]:
    """Return what a file, and those of its folder that it imports, read that differs from one process to the next."""
    return sorted({word for each in with_imports(file) for word in _read_in(parsed(each))})


def _read_in(tree: ast.Module) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)} | {
        node.name for node in nodes if isinstance(node, ast.FunctionDef)
    }
    written = {id(part) for node in nodes for part in _written(node)}
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in _BUILT_IN and name not in own:
                yield _BUILT_IN[name]
            case ast.Attribute(attr=name) if name in _IN_MODULES and id(node) not in written:
                yield _IN_MODULES[name]
            case ast.ImportFrom(names=names):
                yield from (_IN_MODULES[alias.name] for alias in names if alias.name in _IN_MODULES)


def _written(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node sets an element of: it is not read there."""
    match node:
        case ast.Subscript(value=value, ctx=ast.Store()):
            yield value
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _WRITING:
            yield value

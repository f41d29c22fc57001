"""Classes in the files beside a program: a player may be passed the game of a file that it does not import."""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.players.player import OWN_FAULTS
from noughts.programs.load.files import parsed
from noughts.programs.load.user_module import load_file

_MOST_FILES = 60
_LARGEST = 200_000  # bytes
_ASIDE = ("test", "setup", "conftest", "venv", "site-packages")


def classes_beside(file: str, needed_attributes: frozenset[str]) -> list[type]:
    """Return the classes in the files beside one, or of its package, that have all the attributes asked for."""
    fitting_classes = []
    for path, classes in _written(file):
        for name, attributes in classes.items():
            if needed_attributes <= attributes and (cls := _loaded(path, name)) is not None:
                fitting_classes.append(cls)
    return fitting_classes


def attributes_of(cls: type) -> frozenset[str]:
    """Return the methods and attributes of a class, as its files and those of its bases write them."""
    attributes = set(dir(cls))
    for each in cls.__mro__:
        path = _file_of(sys.modules.get(each.__module__))
        attributes |= _classes_in(path).get(each.__name__, frozenset()) if path is not None else frozenset()
    return frozenset(attributes)


def class_beside(file: str, name: str) -> type | None:
    """Return a class of a file beside one by its name, or None."""
    return next((cls for path, classes in _written(file) if name in classes and (cls := _loaded(path, name))), None)


def _loaded(path: Path, name: str) -> type | None:
    """Return a class of a file, which is loaded as a program is; None if it cannot be."""
    known = (module for module in list(sys.modules.values()) if _file_of(module) == path)
    try:
        module = next(known, None) or load_file(path)
    except OWN_FAULTS:
        return None
    value = vars(module).get(name)
    return value if isinstance(value, type) else None


def _file_of(module: ModuleType | None) -> Path | None:
    file = getattr(module, "__file__", None)
    return _resolved(file) if isinstance(file, str) else None


@cache  # it is asked of all modules for each object that is made
def _resolved(file: str) -> Path:
    return Path(file).resolve()


def _written(file: str) -> Iterator[tuple[Path, Mapping[str, frozenset[str]]]]:
    """Yield the files beside one that have classes, with these and what each has."""
    for path in _files(Path(file).resolve()):
        if classes := _classes_in(path):
            yield path, classes


@cache
def _classes_in(path: Path) -> Mapping[str, frozenset[str]]:
    """Return the classes that a file writes, and what each has."""
    classes = {node.name: node for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef)}
    return {name: _attributes(name, classes) for name in classes}


def _files(file: Path) -> Iterator[Path]:
    """Yield the other files of a folder, or of the whole package that it belongs to."""
    root = file.parent
    while (root / "__init__.py").is_file():
        root = root.parent
    package = root != file.parent
    top = next((folder for folder in file.parents if folder.parent == root), file.parent) if package else file.parent
    paths = sorted(top.rglob("*.py") if package else top.glob("*.py"))
    others = [path for path in paths if path != file and not _is_aside(path.relative_to(top))]
    yield from (path for path in others[:_MOST_FILES] if path.is_file() and path.stat().st_size < _LARGEST)


def _attributes(name: str, classes: Mapping[str, ast.ClassDef], depth: int = 4) -> frozenset[str]:
    """Return the methods and attributes of a class, and of its bases in the same file."""
    cls, attributes = classes[name], set[str]()
    for node in ast.walk(cls):
        match node:
            case ast.FunctionDef(name=method):
                attributes.add(method)
            case ast.Attribute(value=ast.Name(id="self"), attr=attribute, ctx=ast.Store()):
                attributes.add(attribute)
            case ast.AnnAssign(target=ast.Name(id=field)):
                attributes.add(field)
    attributes |= {target.id for node in cls.body if isinstance(node, ast.Assign) for target in _names(node)}
    for base in cls.bases:
        if isinstance(base, ast.Name) and base.id in classes and base.id != name and depth:
            attributes |= _attributes(base.id, classes, depth - 1)
    return frozenset(attributes)


def _names(node: ast.Assign) -> list[Any]:
    return [target for target in node.targets if isinstance(target, ast.Name)]


def _is_aside(path: Path) -> bool:
    return any(part.startswith(_ASIDE) for part in path.parts)

"""Where a program works: in a copy of its files, so that what it writes beside itself is not written there.

The copy lies below a folder `root` as the files lie below `/`: a path with `root` before it is that of the copy, and
a text in which `root` is left out shows the paths that the author knows. A relative path is the same in both.

All of it is read before the process is limited, and by the rights of the person. So nothing is copied through a link
that leaves a folder, and no import of the program's opens more than the Python files of a module.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from noughts.programs.jail.limits import PREFIX
from noughts.programs.load.files import Import, imports_of, module_in, users_of
from noughts.programs.load.user_module import folder_of

_MOST_FILES, _MOST_BYTES = 2_000, 20_000_000
_ASIDE = ("node_modules", "__pycache__", "site-packages")
_FILE = re.compile(r"(.+?\.(?:py|ipynb))(?=:|$)")
_MOVE = "move it to a folder of its own"
_MOST_READ = 200  # files whose imports are looked at
_HOMES = (Path("/home"), Path("/Users"))  # folders of homes


@dataclass(frozen=True)
class Home:
    """Where a program works: `spec` names it there, in `folder`.

    It `reads` what lies below some paths, and looks for modules in the folders `beside` its own. `why_not` says why it
    works in its folder itself, which it may then not change; empty if it works in a copy. `refused`: why it is not
    loaded at all. `missing` says why a file or a module may not be there.
    """

    spec: str
    folder: Path
    reads: tuple[Path, ...] = ()
    beside: tuple[Path, ...] = ()
    why_not: str = ""
    refused: str = ""
    missing: str = ""


def settle(spec: str, folder: Path, root: Path, alone_with: Sequence[str] | None) -> Home:
    """Return the home of the program that a spec names in a folder; its files are copied below `root`.

    `alone_with`: the files that are copied beside it, and no other one is; None: those of its folder, and the modules
    that it imports from the one above or the present one.
    """
    if (file := _file_of(spec, folder)) is None:
        return Home(spec, folder)
    top = _top(file)
    if not _stays(file, top) or (alone_with is not None and file.is_symlink()):
        what = "a link that leaves its folder" if alone_with is None else "a link"
        return Home(spec, folder, refused=f"{str(file)!r} is {what}: name {os.path.realpath(file)!r}")
    there = Home(f"{root}{spec}" if os.path.isabs(spec) else spec, _below(root, folder))
    there.folder.mkdir(parents=True)
    if alone_with is not None:
        there = replace(there, missing="in a class a file sees those of --helper, and no other one")
        for helper in map(Path, alone_with):
            _copy_to(helper, _below(root, file.parent / helper.name))
        _copy([file], top, root)
        return there
    is_bare = is_shared(file.parent)
    beside = tuple(dict.fromkeys(each for each in (file.parent.parent, folder) if not each.is_relative_to(top)))
    for path, above in _imported(file, (file.parent, *beside) if is_bare else beside):
        _copy([path], above, root)
    options = list(_options(spec, folder))
    for path in options:
        _copy_to(path, _below(root, path))
    there = replace(there, reads=tuple(options), beside=tuple(_below(root, each) for each in beside))
    if is_bare:
        _copy([file], top, root)
        return replace(there, missing=f"of {str(file.parent)!r} it sees the Python files that it imports: {_MOVE}")
    there = replace(there, reads=(top, *there.reads))
    entries, linked = _entries(top), list[Path]()
    if top == file.parent and _too_large(_entries(top)):  # then its files alone are copied
        linked = [path for path in top.iterdir() if path.is_dir() and not path.is_symlink()]
        entries = (path for path in top.iterdir() if not path.is_dir())
    copied = list(islice(entries, _MOST_FILES + 1))
    if why_not := _too_large(copied):
        return replace(there, spec=spec, folder=folder, why_not=why_not)
    _copy(copied, top, root)
    for path in linked:
        _below(root, path).symlink_to(path)
    return there


def is_shared(folder: Path) -> bool:
    """Return whether a folder holds the things of a person, or of several: a home, the temporary folder, one directly
    below `/`."""
    path = folder.resolve()
    return len(path.parts) <= 2 or path.parent in _HOMES or path in (Path.home(), Path(tempfile.gettempdir()).resolve())


def _file_of(spec: str, folder: Path) -> Path | None:
    """Return the file that a spec names, of a module too; None if there is none in the folder."""
    if named := _FILE.match(spec):
        files = [folder / named[1]]
    else:
        path = folder.joinpath(*spec.partition(":")[0].split("."))
        files = [path.with_name(f"{path.name}.py"), path / "__init__.py"]
    return next((Path(os.path.abspath(file)) for file in files if file.is_file()), None)


def _top(file: Path) -> Path:
    """Return the folder of a file, or of its package, also where folders in that say nothing; one that its imports
    alone speak of is one above at most."""
    top, furthest = file.parent, folder_of(file) if file.suffix == ".py" else file.parent
    is_package = (furthest / "__init__.py").is_file()
    while top != furthest and not is_shared(top.parent):
        if top != file.parent and not (is_package or (top / "__init__.py").is_file()):
            break
        top = top.parent
    return top


def _below(root: Path, path: Path) -> Path:
    return root / path.relative_to(path.anchor)


def _options(spec: str, folder: Path) -> Iterator[Path]:
    named = _FILE.match(spec)
    for value in re.findall(r"=([^,=]+)", spec[named.end() :] if named else spec):
        if (path := folder / value).is_file():
            yield Path(os.path.abspath(path))


def _imported(file: Path, roots: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
    """Yield the files of modules in some folders that a file, the files beside it and these modules import by their
    names, each with its folder; before them those in the folder above, or in one beside its own with what lies there,
    that import the file: one may be its game."""
    waiting = [file, *(() if is_shared(file.parent) else islice(file.parent.glob("*.py"), _MOST_READ))]
    above = [] if is_shared(file.parent.parent) else [user for user in users_of(file) if user.parent != file.parent]
    above += [path for user in above if user.parent != file.parent.parent for path in user.parent.glob("*.py")]
    above = list(dict.fromkeys(above))
    yield from ((user, user.parent) for user in above)
    waiting += above
    seen = set(waiting)
    for path in islice(waiting, _MOST_READ):
        for imported in imports_of(path):
            for root in roots:
                for module in _module(root, imported):
                    if module not in seen and len(seen) < _MOST_FILES:
                        seen.add(module)
                        waiting.append(module)
                        yield module, root


def _module(root: Path, imported: Import) -> Iterator[Path]:
    """Yield the Python files of an imported module in a folder: a file, or those of a folder with Python files."""
    top = root / imported.top
    if not imported.top:
        return
    if (file := top.with_name(f"{imported.top}.py")).is_file():
        yield file
    elif (
        top.is_dir()
        and _stays(top, root)
        and not is_shared(top)
        and (any(top.glob("*.py")) or module_in(root, imported.name))
    ):
        yield from (path for path in _entries(top) if path.suffix == ".py")


def _too_large(entries: Iterable[Path]) -> str:
    """Return why files and folders are not copied; empty if they may be."""
    size = 0
    for count, path in enumerate(entries):
        with suppress(OSError):
            size += path.stat().st_size
        if count >= _MOST_FILES:
            return f"has more than {_MOST_FILES:,} files"
        if size > _MOST_BYTES:
            return f"is larger than {_MOST_BYTES // 1_000_000} MB"
    return ""


def _entries(top: Path) -> Iterator[Path]:
    """Yield what lies below a folder, without hidden folders, installed packages and what compilers leave."""
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if not _is_aside(Path(folder, name))]
        yield from (Path(folder, name) for name in (*folders, *names))


def _is_aside(folder: Path) -> bool:
    is_aside = folder.name.startswith((".", PREFIX)) or folder.name in _ASIDE
    return is_aside or (folder / "pyvenv.cfg").exists()


def _copy(entries: Iterable[Path], top: Path, root: Path) -> None:
    """Copy entries of a folder below a root: of a link to a file, the file; a folder without what lies in it.

    A link that leaves the folder, what may not be read, and what is no file are not there.
    """
    for path in filter(lambda path: _stays(path, top), entries):
        copy = _below(root, path)
        if path.is_file():
            _copy_to(path, copy)
        elif path.is_symlink():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.symlink_to(_below(root, Path(os.path.abspath(top), path.resolve().relative_to(top.resolve()))))
        elif path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)


def _copy_to(file: Path, copy: Path) -> None:
    with suppress(OSError):
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())


def _stays(path: Path, top: Path) -> bool:
    return path.resolve().is_relative_to(top.resolve())

"""Where a program works: in a copy of its folder, so that what it writes beside itself is not written there.

The copy lies below a folder `root` as the folder lies below `/`: a path with `root` before it is that of the copy, and
a text in which `root` is left out shows the paths that the author knows. A relative path is the same in both.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from noughts.programs.jail.limits import PREFIX
from noughts.programs.load.files import imports_of
from noughts.programs.load.user_module import folder_of

_MOST_FILES, _MOST_BYTES = 2_000, 20_000_000
_ASIDE = ("node_modules", "__pycache__", "site-packages")
_FILE = re.compile(r"(.+?\.(?:py|ipynb))(?=:|$)")
_MOST_READ = 200  # files whose imports are looked at


@dataclass(frozen=True)
class Home:
    """Where a program works: `spec` names it there, in `folder`.

    It `reads` what lies below some paths, and looks for modules in the folders `beside` its own. `why_not` says why it
    works in its folder itself, which it may then not change; empty if it works in a copy.
    """

    spec: str
    folder: Path
    reads: tuple[Path, ...]
    beside: tuple[Path, ...]
    why_not: str = ""


def settle(spec: str, folder: Path, root: Path) -> Home:
    """Return the home of the program that a spec names in a folder; its files are copied below `root`."""
    if (file := _file_of(spec, folder)) is None:
        return Home(spec, folder, (), (folder,))
    top = folder_of(file) if file.suffix == ".py" else file.parent
    beside = tuple(dict.fromkeys(each for each in (file.parent.parent, folder) if not each.is_relative_to(top)))
    reads = (top, file.resolve().parent, *_imported(file, beside), *_options(spec, folder))
    entries, linked = _entries(top), list[Path]()
    if top == file.parent and _too_large(_entries(top)):  # then its files alone are copied
        linked = [path for path in top.iterdir() if path.is_dir()]
        entries = (path for path in top.iterdir() if not path.is_dir())
    copied = list(islice(entries, _MOST_FILES + 1))
    if why_not := _too_large(copied):
        return Home(spec, folder, reads, beside, why_not)
    _copy(top, copied, _below(root, top))
    _link(linked, _below(root, top))
    _below(root, folder).mkdir(parents=True, exist_ok=True)
    there = f"{root}{spec}" if os.path.isabs(spec) else spec
    return Home(there, _below(root, folder), reads, beside)


def _file_of(spec: str, folder: Path) -> Path | None:
    """Return the file that a spec names, of a module too; None if there is none in the folder."""
    if found := _FILE.match(spec):
        files = [folder / found[1]]
    else:
        path = folder.joinpath(*spec.partition(":")[0].split("."))
        files = [path.with_name(f"{path.name}.py"), path / "__init__.py"]
    return next((Path(os.path.abspath(file)) for file in files if file.is_file()), None)


def _below(root: Path, path: Path) -> Path:
    return root / path.relative_to(path.anchor)


def _options(spec: str, folder: Path) -> Iterator[Path]:
    """Yield the files that the options of a spec name."""
    for value in re.findall(r"=([^,=]+)", spec):
        if (path := folder / value).is_file():
            yield path


def _imported(file: Path, roots: Iterable[Path]) -> Iterator[Path]:
    """Yield the modules in some folders that a file, the files beside it and these modules import by their names."""
    waiting, seen = [file, *file.parent.glob("*.py")], set[Path]()
    for path in waiting:
        if len(seen) >= _MOST_READ:
            return
        seen.add(path)
        for name in {one.top for one in imports_of(path) if one.top}:
            for found in (place for root in roots for place in (root / f"{name}.py", root / name)):
                if found not in seen and found.exists():
                    seen.add(found)
                    yield found
                    waiting += found.rglob("*.py") if found.is_dir() else [found]


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


def _copy(top: Path, entries: Iterable[Path], target: Path) -> None:
    """Copy entries of a folder: of a link to a file, the file; a folder without what lies in it."""
    target.mkdir(parents=True)
    for path in entries:
        copy = target / path.relative_to(top)
        with suppress(OSError):  # one that may not be read is not there
            if path.is_file():
                copy.write_bytes(path.read_bytes())
            elif path.is_symlink() or not path.is_dir():
                copy.symlink_to(path.resolve())
            else:
                copy.mkdir()


def _link(folders: Iterable[Path], target: Path) -> None:
    for folder in folders:
        (target / folder.name).symlink_to(folder)

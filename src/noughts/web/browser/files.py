"""Python in a visitor's browser: the files of Pyodide, and the program's own sources as one archive.

`browser_files` lists all that a browser loads, by the paths at which the server has them and a static site too.
"""

import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from shlex import quote

import platformdirs

from noughts.errors import FileError
from noughts.words import Said, catalogue

INDEX = "files.json"  # what the worker reads first: where the others are, and how many bytes
_PACKAGE = Path(__file__).parents[2]
_WEB = _PACKAGE / "web"

# Pyodide as npm has it: in a checkout by `make web`, else in the user's data folder.
VERSION = "314.0.7"
_DATA = platformdirs.user_data_path("noughts")
_HOW = f"npm install --prefix {quote(str(_DATA))} pyodide@{VERSION}"
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_FOLDERS = tuple(root / "node_modules" / "pyodide" for root in (_PACKAGE.parents[1], _DATA))

_OTHERS = (  # what the sources need besides the standard library, in plain Python
    "anyio",
    "fastjsonschema",
    "mashumaro",
    "platformdirs",
    "starlette",
    "typing_extensions",
)
_ELSEWHERE = re.compile(  # their files that only other places need
    r"(__main__|macos|windows|android|testing|pytest_plugin|_trio|testclient|templating|schemas|wsgi|msgpack|toml|yaml)\.py"
)
_ABSENT = (
    *("app/engine", "grading/", "library"),  # a browser starts no process
    *("programs/child", "programs/consoles/", "programs/jail/", "programs/play/", "programs/person_program"),
    *("programs/file_program", "programs/process"),
    "cli/",  # nor has it a command line, or files
    *("engines/", "envs/", "terminal/", "testing/", "web/bundle/", "web/http/", "web/static/"),
    *("web/site/", "web/browser/files"),  # nor makes the files of a site
    *("web/describe", "results/grade"),  # nor describes the API
    *("app/matches", "app/played_matches", "results/match", "results/sampled_match"),  # nor compares players
    *(
        "arena/exact_match",
        "arena/log",
        "arena/match",
        "arena/ratings",
        "arena/schedule",
        "arena/sprt",
        "arena/workers",
    ),
    *(f"words/{code}.json" for code in catalogue.languages()),  # which are there without the page's texts
)
_DRAWN = "drawing/page/"  # the shapes and colours that drawings are made of
_IMPORT = re.compile(r"^(?:import |from (?=\S+ import ))(\w+)", re.MULTILINE)


class NoPython(FileError):
    """Pyodide's files are not there."""


def browser_files() -> dict[str, bytes | Path]:
    """Return the files by their paths under /python/, which contain the version or a digest but for the index and the
    worker. Raises NoPython."""
    folder, archive = pyodide_folder(), sources()
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    at, name = f"pyodide/{version}/", f"noughts-{sha256(archive).hexdigest()[:16]}.zip"
    large: dict[str, bytes | Path] = {**{at + each: folder / each for each in _PYODIDE}, name: archive}
    sizes = {path: len(file) if isinstance(file, bytes) else file.stat().st_size for path, file in large.items()}
    index = {"pyodide": at, "sources": name, "sizes": sizes}
    worker, notice = _WEB / "static" / "python" / "worker.js", _WEB / "PYODIDE-NOTICE.txt"
    return {INDEX: json.dumps(index).encode(), "worker.js": worker, f"{at}NOTICE.txt": notice, **large}


def pyodide_folder() -> Path:
    """Return the folder with Pyodide's files. Raises NoPython."""
    for folder in _FOLDERS:
        if all((folder / name).is_file() for name in (*_PYODIDE, "package.json")):
            return folder
    raise NoPython(Said("error.no-browser-python", {"command": _HOW}))


@cache
def sources() -> bytes:
    """Return a zip archive of the modules that can run in a browser; the same sources give the same bytes."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in sorted(_contents()):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def _contents() -> Iterator[tuple[str, bytes]]:
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE).as_posix()
        wanted = path.suffix in (".py", ".json", ".rules", ".toml", ".txt") or (
            name.startswith(_DRAWN) and path.is_file()
        )
        if wanted and not name.startswith(_ABSENT) and _runs_there(path):
            yield f"noughts/{name}", path.read_bytes()
    for code in catalogue.languages():
        yield f"noughts/words/{code}.json", catalogue.for_program(code)
    for package in _OTHERS:
        for file in distribution(package).files or ():
            if (file.suffix == ".py" and not _ELSEWHERE.fullmatch(file.name)) or file.name == "LICENSE":
                yield file.as_posix(), Path(str(file.locate())).read_bytes()


def _runs_there(path: Path) -> bool:
    """Return whether a module imports at its top only what a browser has; those of commands import click."""
    known = {*sys.stdlib_module_names, "noughts", *_OTHERS}
    return path.suffix != ".py" or known.issuperset(_IMPORT.findall(path.read_text(encoding="utf-8")))

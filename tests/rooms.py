"""The rooms of the package: who may import whom, and the tests that a change asks for (`pytest --rooms`).

tests/test_imports.py holds the table against every import under src. A change asks for the tests of the rooms
that it touches and of all rooms that stand above them.
"""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent

# A room (a folder or a file of the package) and what it may import besides itself. Nobody imports cli.
BASE = {"late", "errors", "extras", "files", "words"}
RULES = BASE | {"core"}
PLAYERS = RULES | {"players"}
ROOMS: dict[str, set[str]] = {
    "errors": {"words"},
    "words": {"late"},
    "files": set(),
    "late": set(),
    "extras": {"errors"},
    "core": BASE,
    "board_text": RULES,
    "players": RULES,
    "review": RULES,
    "jit": {"errors", "extras"},
    "drawing": PLAYERS,
    "certify": PLAYERS,
    "walk": PLAYERS,
    "lessons": RULES | {"review", "search"},
    "processes": RULES,
    "records": RULES | {"board_text"},
    "engines": PLAYERS | {"processes"},
    "testing": PLAYERS | {"library"},
    "library": PLAYERS | {"app", "programs", "results", "strategies"},
    "envs": RULES | {"jit"},
    "search": RULES | {"jit", "review"},
    "solve": RULES | {"certify", "jit", "search"},
    "prove": PLAYERS | {"review", "walk"},
    "arena": PLAYERS | {"processes", "prove", "records", "walk"},
    "programs": PLAYERS | {"processes", "solve"},
    "strategies": PLAYERS | {"programs", "search", "solve"},
    "results": PLAYERS | {"board_text", "review", "arena", "certify", "lessons", "prove", "solve"},
    "app": PLAYERS
    | {"board_text", "review"}
    | {"arena", "certify", "drawing", "engines", "jit", "lessons", "processes", "programs", "prove", "records"}
    | {"results", "search", "solve", "strategies", "walk"},
    "grading": PLAYERS
    | {"app", "arena", "drawing", "processes", "programs", "prove", "results", "solve", "strategies"},
    "terminal": PLAYERS | {"review"},
    "web": PLAYERS | {"review", "app", "results", "drawing", "processes", "records"},
    "__init__": PLAYERS | {"board_text", "drawing"},
    "__main__": {"cli"},
}
ROOMS["cli"] = {room for room in ROOMS if room != "__main__"}

# Folders of tests that are not rooms, and the rooms that they test. "" holds the files that lie in tests itself.
FOLDERS: dict[str, set[str]] = {
    "browser": {"web"},
    "fuzz": {"certify", "records", "solve"},
    "signature": {"certify", "prove", "search", "solve"},
    "": set(ROOMS),
}
GRAPH = ROOMS | FOLDERS

SHARING = ("browser", "web")  # folders whose files import each other; what other folders share, all tests may use
PROOF = {"certify", "fuzz"}  # where the proved checker is a witness
NO_ROOM = ("docs", "benchmarks", "examples", "README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", "action.yml")


def changed(base: str | None = None) -> list[str]:
    """Return the paths that differ from a commit, new files and both names of a moved one among them.

    The default is the last commit that the branch shares with its upstream, else the last commit. Raises ValueError
    where there is no such commit, or no repository.
    """
    try:
        if base is None:
            base = (_git("merge-base", "HEAD", "@{upstream}") or _git("rev-parse", "--verify", "HEAD") or [""])[0]
            if not base:
                raise ValueError("no commit here: expected a git repository")
        elif not _git("rev-parse", "--verify", "--quiet", f"{base}^{{commit}}"):
            raise ValueError(f"no commit {base!r}: expected a branch, a tag or a hash")
        differ = _git("diff", "--no-renames", "--relative", "-z", "--name-only", base)
        return sorted({*differ, *_git("ls-files", "--others", "--exclude-standard", "-z")})
    except FileNotFoundError:
        raise ValueError("there is no git") from None


def _git(*arguments: str) -> list[str]:
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return [line for line in re.split("[\0\n]", ran.stdout) if line] if ran.returncode == 0 else []


def asked_for(paths: Iterable[str]) -> set[str]:
    """Return the rooms and folders whose tests a change of these paths asks for, and single files of tests."""
    rooms, files = set[str](), set[str]()
    for path in paths:
        parts = Path(path).parts
        inside = parts[2].removesuffix(".py") if len(parts) > 2 else ""
        if parts[:2] == ("src", "noughts") and inside in ROOMS:
            rooms.add(inside)
        elif parts[0] == "tests" and parts[-1].startswith("test_") and parts[1] not in SHARING:
            files.add(path)
        elif parts[0] == "tests" and len(parts) > 2 and parts[1] in SHARING:
            files.add(parts[1])
        elif parts[0] == "proof":
            files |= PROOF
        elif parts[0] in NO_ROOM:
            files.add("")
        elif parts[0] != ".ci":
            return {*GRAPH}  # helpers of the tests, and what is not known here
    return files | above(rooms)


def above(rooms: set[str]) -> set[str]:
    """Return rooms and all that stands above them: what may import one of them, directly or by way of others."""
    found, more = set[str](), rooms
    while more:
        found |= more
        more = {name for name, below in GRAPH.items() if below & more} - found
    return found


def is_asked_for(path: Path, wanted: set[str]) -> bool:
    """Return whether a file of tests, or of source with doctests in it, is among those asked for."""
    parts = path.relative_to(ROOT).parts
    if parts[:2] == ("src", "noughts"):
        return parts[2].removesuffix(".py") in wanted
    return (parts[1] if len(parts) > 2 else "") in wanted or "/".join(parts) in wanted

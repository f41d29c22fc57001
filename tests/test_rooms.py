"""Which tests a change asks for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import rooms
from tests.rooms import FOLDERS, GRAPH, ROOMS, ROOT, above, asked_for, is_asked_for


def test_every_folder_of_tests_is_in_the_table() -> None:
    folders = {path.parent.relative_to(ROOT / "tests").parts[:1] for path in (ROOT / "tests").rglob("test_*.py")}
    assert {"".join(parts) for parts in folders} <= GRAPH.keys()
    assert all((ROOT / "tests" / name).is_dir() for name in FOLDERS)


@pytest.mark.parametrize(
    ("paths", "inside", "outside"),
    [
        (["src/noughts/core/game.py"], {"core", "walk", "cli", "browser", ""}, {"jit", "errors"}),
        (["src/noughts/errors.py"], ROOMS.keys() - {"files", "late", "words"}, {"files", "late", "words"}),
        (["src/noughts/terminal/plain.py"], {"terminal", "cli", ""}, {"core", "web", "browser"}),
        (["src/noughts/web/static/main.js"], {"web", "browser", "cli"}, {"core", "app"}),
        (["src/noughts/certify/check.py", "CHANGELOG.md"], {"certify", "fuzz", "solve", ""}, {"core", "walk"}),
        (["tests/solve/test_plain.py"], {"tests/solve/test_plain.py"}, {"solve", ""}),
        (["tests/web/serving.py"], {"web"}, {"browser", ""}),
        (["tests/browser/test_play.py"], {"browser"}, {"web", ""}),
        (["tests/core/brute.py"], GRAPH.keys(), set[str]()),
        (["tests/data/consoles/marks.py"], GRAPH.keys(), set[str]()),
        (["tests/witnesses.py"], GRAPH.keys(), set[str]()),
        (["proof/Game.v"], {"certify", "fuzz"}, {"core", ""}),
        (["docs/index.md", "benchmarks/ladder.py"], {""}, {"core", "cli"}),
        (["pyproject.toml"], GRAPH.keys(), set[str]()),
        ([".ci/run"], set[str](), GRAPH.keys()),
        ([], set[str](), GRAPH.keys()),
    ],
)
def test_what_a_change_asks_for(paths: list[str], inside: set[str], outside: set[str]) -> None:
    wanted = asked_for(paths)
    assert inside <= wanted
    assert not outside & wanted


def test_what_stands_above_is_closed() -> None:
    for room in GRAPH:
        found = above({room})
        assert room in found
        assert not [name for name, below in GRAPH.items() if below & found and name not in found]


@pytest.mark.parametrize(
    ("path", "wanted", "expected"),
    [
        ("tests/solve/test_plain.py", {"solve"}, True),
        ("tests/solve/test_plain.py", {"tests/solve/test_plain.py"}, True),
        ("tests/solve/test_plain.py", {"core", ""}, False),
        ("tests/test_docs.py", {""}, True),
        ("tests/test_docs.py", {"cli"}, False),
        ("src/noughts/core/game.py", {"core"}, True),
        ("src/noughts/errors.py", {"errors"}, True),
        ("src/noughts/core/game.py", {"walk"}, False),
    ],
)
def test_the_files_of_a_room(path: str, wanted: set[str], expected: bool) -> None:
    assert is_asked_for(ROOT / path, wanted) is expected


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a branch with an upstream, all that it adds; else, what is not committed. New files count."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)  # a hook of git's own may run the tests
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)

    def git(*words: str) -> None:
        author = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *author, *words], cwd=tmp_path, check=True, capture_output=True)

    def commit(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", name)
        git("commit", "-m", name)

    monkeypatch.setattr(rooms, "ROOT", tmp_path)
    with pytest.raises(ValueError, match=r"^no commit here: expected a git repository$"):
        rooms.changed()
    git("init", "-b", "main")
    commit("old")
    (tmp_path / "new").write_text("new")
    assert rooms.changed() == ["new"]
    git("switch", "-c", "work")
    git("branch", "--set-upstream-to=main")
    commit("done")
    assert rooms.changed() == ["done", "new"]
    assert rooms.changed("HEAD") == ["new"]
    git("mv", "old", "moved")
    assert rooms.changed("HEAD") == ["moved", "new", "old"]
    with pytest.raises(ValueError, match=r"^no commit 'gone': expected a branch, a tag or a hash$"):
        rooms.changed("gone")

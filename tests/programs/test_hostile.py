"""Programs that would read, block or outlast what is around their jail: folders, the process that waits for them."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import NO_DICE, consult
from noughts.programs.jail import home, removal
from noughts.programs.jail.home import Home, settle
from noughts.programs.jail.limits import Limits
from noughts.programs.person_program import PersonProgram
from tests.cli.conftest import Run

GAME = Game(3, 3, 3)
HONEST = "def move(board):\n    return board.index(' ')\n"
C = "import ctypes, os, signal, threading\nc = ctypes.CDLL(None)\n"
# What a program does in place of an answer, and would keep its parent from ever saying one.
HANGS = {
    "it stops itself": "signal.raise_signal(signal.SIGSTOP)",
    "a child of it is not collected": "c.fork() or c._exit(0); c.pause()",
    "its first thread ends": "threading.Thread(target=c.pause).start(); c.pthread_exit(None)",
    "it waits for a child that shares its memory": "c.vfork() or c.pause()",
    "it uses the processor now and then": "while True: c.usleep(20000)",
    "it copies itself without end": "while True: c.fork()",
}
# What it writes to its parent besides its answers.
MESSAGES = {
    "progress without an answer": '{"progress": {"decided": [], "notes": {}}}',
    "a chance of many digits": '{"answer": {"decided": [[[0], ["1e9999999999"], null, "", "", null]], "notes": {}}}',
    "an answer that nobody asked for": '{"answer": {"notes": {}}}',
}
WRITES = """
def move(board):
    while True:
        for number in range(3, 30):
            try:
                os.write(number, TEXT)
            except OSError:
                pass
"""


def program(folder: Path, text: str, limits: Limits = Limits()) -> PersonProgram:  # noqa: B008 - it is frozen
    (folder / "player.py").write_text(text)
    return PersonProgram("player.py:move", limits, folder=folder)


@pytest.mark.timing
@pytest.mark.parametrize("does", HANGS.values(), ids=HANGS)
def test_a_program_that_never_answers_ends_by_a_limit(tmp_path: Path, does: str) -> None:
    with closing(program(tmp_path, f"{C}def move(board):\n    {does}\n", Limits(seconds=2, answer=1))) as hangs:
        with pytest.raises(LimitExceeded):
            hangs.supports(GAME)
        assert hangs.processor_seconds + hangs._runs.waited_seconds >= 1


@pytest.mark.timing
def test_all_of_a_program_ends_by_the_clock(tmp_path: Path) -> None:
    with closing(program(tmp_path, HONEST, Limits(seconds=1))) as honest:
        assert honest.supports(GAME)
        honest._runs.until = 0.0
        with pytest.raises(LimitExceeded, match="10 s"):
            honest.decide(Position(GAME), NO_DICE)


@pytest.mark.parametrize("text", MESSAGES.values(), ids=MESSAGES)
def test_more_messages_than_were_asked_for_end_it(tmp_path: Path, text: str) -> None:
    text = WRITES.replace("TEXT", repr(f"{text}\n".encode()))
    with closing(program(tmp_path, f"import os\n{text}")) as writes, pytest.raises(StrategyError):
        consult(writes, Position(GAME), NO_DICE)


@pytest.mark.parametrize("chance", ["1e9", "1/3e9", "-1", f"1/{10**300}", 0.5, "", "١"])
def test_a_chance_is_a_fraction_of_few_digits(tmp_path: Path, chance: object) -> None:
    with closing(program(tmp_path, HONEST)) as honest:
        with pytest.raises(ValueError, match=r"|"):
            honest._chance(chance)
        assert str(honest._chance("1/3")) == "1/3"
        with pytest.raises(StrategyError):
            [honest._chance(f"1/{10**250 + number}") for number in range(100)]


@pytest.mark.slow
@pytest.mark.timing
def test_a_class_has_its_table_whoever_hangs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["ann.py", *(f"hangs{number}.py" for number in range(len(HANGS))), "bob.py"]
    texts = [HONEST, *(f"{C}def move(board):\n    {does}\n" for does in HANGS.values()), HONEST]
    for name, text in zip(names, texts, strict=True):
        Path(name).write_text(text)
    ran = run("grade", *names, "--seconds", "10", "--answer-seconds", "5", "--workers", str(len(names)))
    rows = {line.split()[0]: line for line in reversed(ran.out.splitlines()) if line}  # the table is above the rest
    assert ran.code == 1
    assert all("can lose      can lose" in rows[name] for name in ("ann.py", "bob.py"))
    assert all("no verdict" in rows[name] for name in names[1:-1])


def nested(folder: Path, depth: int) -> None:
    """Make folders in folders that nobody may list, and in each a file and links."""
    there = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d" * 100, 0o300, dir_fd=there)
        below = os.open("d" * 100, os.O_PATH, dir_fd=there)
        os.symlink("/etc", "link", dir_fd=below)
        os.close(os.open(b"\xff\n", os.O_CREAT | os.O_WRONLY, dir_fd=below))
        os.close(there)
        there = below
    os.close(there)


def test_a_folder_goes_whatever_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("kept")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    nested(folder, 1200)
    assert removal.remove(str(folder), seconds=600.0) == ""
    assert [path.name for path in tmp_path.iterdir()] == ["outside"]
    assert removal.remove(str(folder)) == "", "it is gone already"


def test_what_cannot_be_removed_is_left_and_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **named: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "inner").mkdir()
    monkeypatch.setattr(os, "rmdir", refused)
    assert removal.remove(str(tmp_path)) == "Permission denied"


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's home with a secret key, a folder of documents, games and a class."""
    found = tmp_path / "home" / "ann"
    for folder in (".ssh", "Documents", "Downloads", "games", "games/bots/deep", "class"):
        (found / folder).mkdir(parents=True, exist_ok=True)
    for name in (".ssh/id_rsa", "Documents/letter.txt", "Downloads/notes.txt", "games/data.json"):
        (found / name).write_text("secret" if "games" not in name else "{}")
    for name in ("helpers.py", "games/tools.py", "class/other.py", "Documents/own.py"):
        (found / name).write_text(HONEST)
    monkeypatch.setattr(home, "_HOMES", (tmp_path / "home",))
    monkeypatch.setenv("HOME", str(found))
    return found


def copied(where: Home, root: Path) -> Iterator[str]:
    """Yield the files that a program finds in its copy, and those that it may read where they are."""
    for path in (root, *where.reads):
        for folder, _, names in os.walk(path, followlinks=True):
            yield from (os.path.basename(folder) + "/" + name for name in names)


@pytest.mark.parametrize(
    ("file", "text", "finds"),
    [
        ("Downloads/x.py", "import Documents", ["Downloads/notes.txt", "Downloads/x.py", "Documents/own.py"]),
        ("x.py", "import helpers, games", ["ann/x.py", "ann/helpers.py", "games/tools.py"]),
        ("x.py", "from home import ann\nfrom ann import helpers", ["ann/x.py"]),
        ("games/bots/x.py", "from .... import helpers\nimport tools", None),
        ("games/x.py", "import helpers", ["games/x.py", "games/tools.py", "games/data.json", "ann/helpers.py"]),
    ],
)
def test_an_import_opens_a_module_and_not_a_home(
    person: Path, tmp_path: Path, file: str, text: str, finds: list[str] | None
) -> None:
    (person / file).write_text(text)
    root = tmp_path / "root"
    found = set(copied(settle(f"{person / file}:move", person / "games", root, None), root))
    wanted = finds or ["bots/x.py", "games/tools.py", "games/data.json"]
    assert found == set(wanted)


def test_nothing_is_copied_through_a_link_that_leaves_the_folder(person: Path, tmp_path: Path) -> None:
    key, own = person / ".ssh" / "id_rsa", person / "games"
    (own / "x.py").write_text(HONEST)
    (own / "notes.txt").symlink_to(key)
    (own / "more").symlink_to(person / ".ssh")
    (own / "same.py").symlink_to("tools.py")
    root = tmp_path / "root"
    where = settle("x.py:move", own, root, None)
    assert set(copied(where, root)) >= {"games/same.py"}
    assert not [path for path in root.rglob("*") if path.is_file() and path.read_text() == "secret"]
    assert sorted(path.name for path in (where.folder).iterdir()) == sorted(
        ["bots", "data.json", "same.py", "tools.py", "x.py"]
    )


def test_a_program_that_is_itself_such_a_link_is_refused(person: Path, tmp_path: Path) -> None:
    (person / "class" / "x.py").symlink_to(person / ".ssh" / "id_rsa")
    with pytest.raises(StrategyError, match="leaves its folder"):
        PersonProgram("x.py:move", folder=person / "class")


def test_a_file_of_a_class_is_alone(person: Path, tmp_path: Path) -> None:
    (person / "class" / "x.py").write_text("from other import move")
    helper = str(person / "games" / "tools.py")
    for number, (alone_with, finds) in enumerate([((), {"class/x.py"}), ((helper,), {"class/x.py", "class/tools.py"})]):
        root = tmp_path / f"root{number}"
        assert set(copied(settle("x.py:move", person / "class", root, alone_with), root)) == finds


def test_a_class_has_helpers_and_no_other_files(run: Run, person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(person / "class")
    Path("x.py").write_text("import other\ndef move(board):\n    return other.move(board)\n")
    ran = run("grade", "x.py", "other.py")
    assert "in a class a file sees those of --helper, and no other one" in ran.out
    assert "can lose" in run("grade", "x.py", "--helper", "other.py").out


def test_a_program_in_a_shared_folder_says_what_it_does_not_see(run: Run, person: Path) -> None:
    (person / "notes.txt").write_text("secret")
    (person / "x.py").write_text("text = open('notes.txt').read()\n" + HONEST)
    ran = run("prove", str(person / "x.py:move"))
    assert ran.code == 2
    assert "it sees the Python files that it imports: move it to a folder of its own" in ran.err

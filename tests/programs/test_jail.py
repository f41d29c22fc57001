"""The jail of a program: attempts to get out of it, looked at from outside; what a program may do; and its end."""

import fcntl
import json
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import noughts
from noughts.processes import child as processes
from noughts.programs.jail import limited_child
from noughts.programs.jail.limited_child import LimitedChild
from noughts.programs.jail.limits import PREFIX, Layers
from noughts.programs.person_program import PersonProgram
from tests.cli.conftest import Run
from tests.processes.test_child import below, gone
from tests.programs.jail_attempts import ALLOWED, FILES, NETWORK, OTHERS, PRISONER, PROCESSES, SENTENCES

pytestmark = pytest.mark.gate

SECONDS = 60.0  # for an answer
SOURCE = Path(noughts.__file__).parents[1]
ATTEMPTS = FILES | PROCESSES | NETWORK | OTHERS
LIMITS = resource.RLIMIT_CORE, resource.RLIMIT_NOFILE


class Targets:
    """What a program in the jail should not reach, and what is seen of it from outside."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.outside, self.own = folder, folder / "outside", folder / "own"
        for made in (self.outside, self.outside / "empty", self.own):
            made.mkdir()
        (self.outside / "victim").write_text("untouched")
        (self.outside / "secret").write_text("secret")
        (self.own / "program.py").write_text("def move(board): return board.index(' ')\n")
        (self.own / "helper.txt").write_text("text")
        command = [sys.executable, "-S", "-c", "input()"]
        self.bystander = stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE))
        stack.callback(self.bystander.kill)
        self.log = stack.enter_context((folder / "log").open("w"))
        kinds = {"tcp": (socket.AF_INET, socket.SOCK_STREAM), "udp": (socket.AF_INET, socket.SOCK_DGRAM)}
        kinds |= dict.fromkeys(("unix", "abstract"), (socket.AF_UNIX, socket.SOCK_DGRAM))
        self.sockets = {name: stack.enter_context(socket.socket(*kind)) for name, kind in kinds.items()}
        addresses: dict[str, Any] = {"tcp": ("127.0.0.1", 0), "udp": ("127.0.0.1", 0), "unix": str(folder / "s")}
        for name, one in self.sockets.items():
            one.bind(addresses.get(name, f"\0noughts-{os.getpid()}"))
            one.setblocking(False)
        self.sockets["tcp"].listen()

    @property
    def names(self) -> dict[str, Any]:
        """The names that an attempt may use."""
        addresses = {name: one.getsockname() for name, one in self.sockets.items()}
        addresses["abstract"] = f"\0noughts-{os.getpid()}"
        victim, original = self.outside / "victim", self.own / "program.py"
        touch = f"echo x > {self.outside}/new; echo x > {self.own}/new"
        return addresses | {
            **{"victim": str(victim), "outside": str(self.outside), "secret": str(self.outside / "secret")},
            **{"original": str(original), "touch": touch, "file_of_parent": self.log.fileno()},
            **{"parent": os.getpid(), "bystander": self.bystander.pid},
        }

    def seen(self) -> dict[str, Any]:
        """Return all that an attempt could have changed."""
        pids = os.getpid(), self.bystander.pid
        return {
            "files": {str(path): _state(path) for path in (self.folder, *self.folder.rglob("*"))},
            "shared memory": sorted(name for name in os.listdir("/dev/shm") if "noughts" in name),
            "System V": Path("/proc/sysvipc/shm").read_text().count(str(0x6E6F)),
            "log": Path(self.log.name).read_text(),
            "bystander": self.bystander.poll(),
            "priority": [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids],
            "affinity": [os.sched_getaffinity(pid) for pid in pids],
            "limits": [resource.prlimit(pid, kind) for pid in pids for kind in LIMITS],
            "received": {name: _received(one) for name, one in self.sockets.items()},
        }


def _state(path: Path) -> list[Any]:
    found = path.stat()
    text = path.read_text() if path.is_file() else sorted(os.listdir(path)) if path.is_dir() else ""
    return [text, stat.S_IMODE(found.st_mode), found.st_uid, found.st_gid, found.st_mtime_ns, os.listxattr(path)]


def _received(one: socket.socket) -> bool:
    try:
        if one.type == socket.SOCK_STREAM:
            one.accept()
        else:
            one.recv(9)
    except BlockingIOError:
        return False
    return True


class Prisoner:
    """A process in the jail, which makes attempts and then runs some last lines."""

    def __init__(self, own: Path, attempts: dict[str, str], names: dict[str, Any], last: str = "") -> None:
        asked = {"folder": str(own), "names": names, "attempts": list(attempts.items()), "last": last}
        command = [sys.executable, "-c", PRISONER, json.dumps(asked)]
        self.child = LimitedChild(command, "it", {"PYTHONPATH": str(SOURCE)})
        self.layers = Layers(**self.line())
        self.said = dict(self.line() for _ in attempts)

    def line(self) -> Any:
        """Return what the next line says."""
        line = self.child.read(SECONDS)
        assert line is not None
        return json.loads(line)


@pytest.fixture
def targets(tmp_path: Path) -> Iterator[Targets]:
    with ExitStack() as stack:
        yield Targets(tmp_path, stack)


@pytest.fixture
def prisoner(tmp_path: Path) -> Iterator[Callable[..., Prisoner]]:
    """What starts a process in the jail, in the test's folder."""
    with ExitStack() as stack:
        (tmp_path / "program.py").write_text("")

        def start(last: str) -> Prisoner:
            found = Prisoner(tmp_path, {}, {}, last)
            stack.callback(found.child.kill)
            return found

        yield start


def test_no_attempt_gets_out(targets: Targets) -> None:
    assert len(ATTEMPTS) >= 60
    before = targets.seen()
    prisoner = Prisoner(targets.own, ATTEMPTS, targets.names)
    after = targets.seen()
    prisoner.child.kill()
    assert prisoner.layers.landlock >= 3, "this kernel has no Landlock"
    assert prisoner.layers.in_words() == ""
    assert after == before
    assert [name for name, said in prisoner.said.items() if said in ("done", "")] == []


LOCKS = """
files = [open(names["original"], "rb") for _ in range(3)]
fcntl.flock(files[0], fcntl.LOCK_SH)
fcntl.lockf(files[1], fcntl.LOCK_SH)
fcntl.fcntl(files[2], 37, struct.pack("hhqqi4x", 0, 0, 0, 0, 0))
print("[]", flush=True)
input()
"""


def test_a_lock_that_it_takes_attempts_nothing(targets: Targets) -> None:
    """Its own database, which asks for locks, works; who may write the file is not kept from locking it."""
    prisoner = Prisoner(targets.own, {}, targets.names, last=LOCKS)
    assert prisoner.line() == []
    with open(targets.own / "program.py", "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    prisoner.child.kill()


@pytest.mark.gate
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="no other user to be")
def test_nor_as_an_ordinary_user(tmp_path: Path) -> None:
    """The same tests run again, as a user who is not root and may read Python's folders."""
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", python]
    same = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    if subprocess.run([*user, "-c", same], check=False).returncode:
        pytest.skip("no Python of this version that another user may run")
    packages = Path(pytest.__file__).parents[1]
    environment = {"PYTHONPATH": f"{SOURCE}:{Path.cwd()}:{packages}", "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        options = ["-q", "-p", "no:cacheprovider", f"--basetemp={folder}/base", "--tier=gate"]
        command = [*user, "-m", "pytest", *options, "-k", "attempt or may_do or bomb", __file__]
        environment |= {"HOME": folder, "PATH": "/usr/bin"}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout


def test_what_a_program_may_do(targets: Targets) -> None:
    before = targets.seen()
    prisoner = Prisoner(targets.own, ALLOWED, targets.names)
    text = Path(f"{prisoner.child.folder}/copy{targets.own}/saved.txt").read_text()
    prisoner.child.kill()
    assert prisoner.said == dict.fromkeys(ALLOWED, "done")
    assert text == "saved"
    assert targets.seen() == before


def test_what_is_refused_is_said_in_a_sentence(prisoner: Callable[..., Prisoner]) -> None:
    lines = f"refusals.install(); print(json.dumps([done(code) for code in {list(SENTENCES)!r}]), flush=True)"
    said = prisoner(lines).line()
    assert dict(zip(SENTENCES, said, strict=True)) == SENTENCES


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("shutil.copyfile('program.py', 'kept')", "done"),
        ("shutil.copy('program.py', 'kept')", "PermissionError: [Errno 1] Operation not permitted"),
        ("shutil.copy2('program.py', 'kept')", "PermissionError: [Errno 1] Operation not permitted"),
        ("os.mkdir('folder'); shutil.copytree('folder', 'tree')", "Error: [('folder', 'tree', "),
        ("os.chmod('program.py', 0o700)", "PermissionError: [Errno 1] Operation not permitted"),
        ("os.utime('program.py')", "PermissionError: [Errno 1] Operation not permitted"),
    ],
)
def test_modes_and_times_of_its_own_files_stay(prisoner: Callable[..., Prisoner], code: str, said: str) -> None:
    [text] = prisoner(f"print(json.dumps([done({code!r})]), flush=True)").line()
    assert text.startswith(said)


def test_its_memory_and_its_files_are_limited(prisoner: Callable[..., Prisoner]) -> None:
    codes = ["bytearray(1 << 31)", "open('large', 'wb').truncate(1 << 30)"]
    said = prisoner(f"print(json.dumps([done(code) for code in {codes!r}]), flush=True)").line()
    assert [text.partition(":")[0] for text in said] == ["MemoryError", "OSError"]


@pytest.mark.timing
def test_its_processor_time_is_limited(prisoner: Callable[..., Prisoner]) -> None:
    child = prisoner("resource.setrlimit(resource.RLIMIT_CPU, (1, 2))\nwhile True: pass").child
    assert child.wait(SECONDS) is not None
    assert child.out_of_time


@pytest.mark.timing
@pytest.mark.parametrize("lists_children", [True, False])
def test_a_lost_copy_of_it_costs_processor_time_too(
    prisoner: Callable[..., Prisoner], lists_children: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_LISTS_CHILDREN", lists_children and processes._LISTS_CHILDREN)
    last = """
for _ in range(2):
    if not os.fork():
        end = time.process_time() + 0.2
        if not os.fork():
            while time.process_time() < end: pass
        os._exit(0)
os.wait(), os.wait()
while time.process_time() < end: pass
print("[]", flush=True)
"""
    found = prisoner("end = time.process_time() + 0.2\n" + last)
    found.line()
    assert found.child.wait(0.1) is None
    assert found.child.processor_seconds >= 0.3


BOMB = """
while True:
    try:
        os.fork()
    except OSError:
        os.write(1, b"[]\\n")
        while os.getpriority(os.PRIO_PROCESS, 0) < 19: pass
        time.sleep(600)
"""


def test_a_fork_bomb_is_bounded_and_ends_with_it(prisoner: Callable[..., Prisoner]) -> None:
    found = prisoner(BOMB)
    for _ in range(20):  # processes that could start no other one
        found.line()
    pids = below(found.child._popen.pid)
    assert 20 < len(pids) <= 100
    while {os.getpriority(os.PRIO_PROCESS, pid) for pid in pids} != {19}:  # one that begins meanwhile is seen later
        found.child.look()
    found.child.kill()
    assert all(gone(pid) for pid in pids)


def test_all_its_processes_end_with_it(prisoner: Callable[..., Prisoner]) -> None:
    """One that goes on, and holds the pipes, is not waited for; it ends when the program does."""
    child = prisoner("if not os.fork(): time.sleep(600)\nprint('[]', flush=True); input(); os._exit(3)").child
    assert child.read(SECONDS) == b"[]"
    pids = below(child._popen.pid)
    child.send(b"\n")
    assert child.wait(SECONDS) is not None
    assert child.exit_code == 3
    child.kill()
    assert all(gone(pid) for pid in pids)


def test_a_folder_that_was_left_is_removed_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    limited_child._remove_left.cache_clear()
    left = tmp_path / f"{PREFIX}left"
    (left / "copy").mkdir(parents=True)
    child = LimitedChild([sys.executable, "-S", "-c", "input()"], "it", {})
    limited_child._remove_left.cache_clear()
    LimitedChild([sys.executable, "-S", "-c", "input()"], "it", {}).kill()
    assert [str(path) for path in tmp_path.iterdir()] == [child.folder], "that of a living process stays"
    child.kill()


LOOPS = """
def move(board):
    open("started", "w").close()
    return sum(range(10**14))
"""


@pytest.fixture
def hears_hangups() -> Iterator[None]:
    """SIGHUP ends what starts meanwhile, as in a terminal, where the tests run under nohup too."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.timing
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("command", ["prove", "grade"])
@pytest.mark.usefixtures("hears_hangups")
def test_nothing_stays_after_a_signal(tmp_path: Path, command: str, number: signal.Signals) -> None:
    (tmp_path / "loops.py").write_text(LOOPS)
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(SOURCE)}
    line = [sys.executable, "-m", "noughts", command, str(tmp_path / "loops.py")]
    with subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as ran:
        while not list(tmp_path.glob(f"noughts-*/copy{tmp_path}/started")):
            assert ran.poll() is None
            time.sleep(0.02)
        pids = below(ran.pid)
        assert len(pids) >= 2
        ran.send_signal(number)
    assert all(gone(pid) for pid in pids)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loops.py"]


FORGES = """
import os, sys
for name, module in list(sys.modules.items()):
    if name.startswith("noughts"):
        for attribute, value in list(vars(module).items()):
            if callable(value):
                setattr(module, attribute, lambda *arguments, **named: True)
text = b"FORGED never loses\\n"
for path in (f"/proc/{os.getppid()}/fd/1", "/dev/tty", "/proc/1/fd/1"):
    try:
        os.write(os.open(path, os.O_WRONLY), text)
    except OSError:
        pass
for number in range(3, 99):
    try:
        os.write(number, text)
    except OSError:
        pass
def move(board):
    return 0
"""


def test_a_program_forges_no_verdict(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "forges.py").write_text(FORGES)
    monkeypatch.chdir(tmp_path)
    ran = run("prove", "forges.py")
    assert ran.code not in (0, 1)
    assert "never loses" not in ran.out


WRITES = """
import json, os
runs = json.load(open("runs.json")) + 1
json.dump(runs, open("runs.json", "w"))
open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "beside.txt"), "w").close()
def move(board):
    assert runs == 1
    return board.index(" ")
def raises(board):
    return board.index(" ") if board.count(" ") > 3 else board.index(None)
"""


@pytest.mark.gate
def test_a_program_works_in_a_copy_of_its_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown by its own path, also in a traceback."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "writes.py").write_text(WRITES)
    (own / "runs.json").write_text("0")
    monkeypatch.chdir(tmp_path)
    for spec in ("own/writes.py:move", str(own / "writes.py:move"), f"../{tmp_path.name}/own/writes.py:move"):
        ran = run("prove", spec, "--seat", "second")
        assert ran.out.startswith(f"{spec} on 3,3,3, moving second: CAN LOSE\n"), ran.err
        assert "noughts-program" not in ran.out + ran.err
    ran = run("prove", "own/writes.py:raises", "--read", "flat X O ' ' -> index", "--traceback")
    assert str(own / "writes.py") in ran.out + ran.err
    assert "noughts-program" not in ran.out + ran.err
    assert sorted(path.name for path in own.iterdir()) == ["runs.json", "writes.py"]
    assert (own / "runs.json").read_text() == "0"


def test_a_large_folder_is_not_copied_and_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first.py").write_text("def move(board):\n    return board.index(' ')\n")
    with open(tmp_path / "large", "wb") as file:
        file.truncate(1 << 25)
    program = PersonProgram("first.py:move", folder=tmp_path)
    said = program.notes.limits
    program.close()
    why = "its folder is larger than 20 MB: it works in the folder itself, and may change nothing in it"
    assert said == why


@pytest.mark.slow
def test_what_does_not_hold_is_said(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first.py").write_text("def move(board):\n    return board.index(' ')\n")
    monkeypatch.chdir(tmp_path)
    prove = "prove", "first.py", "--seat", "second"
    assert "limits" not in run(*prove).out
    assert "limits" not in json.loads(run("grade", "first.py", "--json").out)["submissions"][0]
    text = "the kernel does not limit its files (no Landlock)"
    monkeypatch.setattr(Layers, "in_words", lambda held: text)
    assert f"\nlimits: {text}\n" in run(*prove).out
    assert json.loads(run(*prove, "--json").out)["limits"] == text
    assert f"\nlimits: {text}\n" in run("grade", "first.py").out
    assert json.loads(run("grade", "first.py", "--json").out)["submissions"][0]["limits"] == text

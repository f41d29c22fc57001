"""Foreign programs in processes with limits: their answers, and every way in which they end."""

import sys
import threading
from pathlib import Path

import pytest

from noughts.jobs.limited import Ended, run_limited
from tests.engines.test_process import gone

ANSWER = "import os, sys, time; answer = lambda text: os.write(int(sys.argv[-1]), text)\n"
LONG = 60.0


def run(code: str, seconds: float = LONG, stop: threading.Event | None = None) -> Ended:
    return run_limited([sys.executable, "-S", "-c", ANSWER + code], seconds, stop or threading.Event())


def test_an_answer() -> None:
    ended = run("answer(b'forty-'); answer(b'two'); print('x' * 9); print('a\\nb', file=sys.stderr)")
    assert (ended.answer, ended.exit_code, ended.late) == (b"forty-two", 0, False)
    assert (ended.printed, ended.last_words) == (14, "b")


@pytest.mark.parametrize(
    ("code", "exit_code", "end"),
    [
        ("os._exit(0)", 0, "ended with exit code 0"),
        ("sys.exit('no')", 1, "ended with exit code 1"),
        ("os.kill(os.getpid(), 11)", -11, "was ended by SIGSEGV"),
        ("input()", 1, "ended with exit code 1"),  # there is no input
        ("os.closerange(1, 99); time.sleep(0.2); os._exit(4)", 4, "ended with exit code 4"),
    ],
)
def test_what_it_answered_before_its_end_is_kept(code: str, exit_code: int, end: str) -> None:
    ended = run(f"answer(b'so far\\n'); {code}")
    assert (ended.answer, ended.exit_code, ended.end) == (b"so far\n", exit_code, end)


def test_too_late() -> None:
    ended = run("answer(b'so far')\nwhile True: time.sleep(1)", 0.5)
    assert (ended.exit_code, ended.late, ended.end) == (None, True, "was stopped")


def test_output_without_end_is_not_kept() -> None:
    ended = run("answer(b'x' * 5_000_000); sys.stderr.write('y' * 9_000_000 + 'end'); print('z' * 9_000_000)")
    assert ended.exit_code == 0
    assert len(ended.answer) < 5_000_000
    assert ended.printed == 18_000_004
    assert len(ended.last_words) <= 4096
    assert ended.last_words.endswith("yend")


def test_all_its_processes_end_with_it() -> None:
    """One that goes on, and holds the pipes, is not waited for."""
    ended = run("pid = os.fork()\nif pid: answer(str(pid).encode())\nelse: time.sleep(600)")
    assert (ended.exit_code, ended.late) == (0, False)
    assert gone(int(ended.answer))


def test_a_stop_ends_it() -> None:
    stop = threading.Event()
    stop.set()
    ended = run("time.sleep(600)", stop=stop)
    assert (ended.exit_code, ended.late) == (None, False)


def test_it_runs_in_a_folder_of_its_own() -> None:
    ended = run("open('file', 'w').close(); os.mkdir('folder'); answer(os.getcwd().encode())")
    assert ended.exit_code == 0
    assert not Path(ended.answer.decode()).exists()


LIMITED = """
import os, pathlib, socket, subprocess, tempfile
from noughts.jobs.limited import limit_self
limit_self(50, 1 << 28)
def tried(name, action):
    try:
        action()
        answer(f"{name}: done\\n".encode())
    except (MemoryError, OSError) as error:
        answer(f"{name}: {type(error).__name__}: {error}\\n".encode())
"""


def test_what_a_limited_process_may_not_do(tmp_path: Path) -> None:
    own = tmp_path / "bob.py"
    own.write_text("pass")
    actions = {
        "fork": "os.fork()",
        "run": "subprocess.run(['true'])",
        "system": "os.system('true')",
        "exec": "os.execv('/bin/true', ['true'])",
        "connect": "socket.create_connection(('127.0.0.1', 9))",
        "memory": "bytearray(1 << 30)",
        "disk": "open('large', 'wb').truncate(1 << 30)",
        "remove": f"os.remove({str(own)!r})",
        "rename": f"os.rename({str(own)!r}, 'x')",
        "write": f"open({str(own)!r}, 'w')",
        "append": f"os.open({str(own)!r}, os.O_WRONLY | os.O_APPEND)",
        "path": f"pathlib.Path({str(own)!r}).write_text('')",
        "read": f"open({str(own)!r}).read()",
        "own": "open('x', 'w').write('x'), os.rename('x', 'y'), os.remove('y')",
        "temporary": "tempfile.TemporaryFile()",
        "null": "open('/dev/null', 'w')",
    }
    lines = "".join(f"tried({name!r}, lambda: [{action}])\n" for name, action in actions.items())
    command = [sys.executable, "-c", ANSWER + LIMITED + lines]
    ended = run_limited(command, LONG, threading.Event())
    assert ended.last_words == ""
    found = dict(line.split(": ", 1) for line in ended.answer.decode().splitlines())
    refusals = {
        **dict.fromkeys(("fork", "run", "system", "exec"), "PermissionError: it may start no other process"),
        "connect": "PermissionError: it may not use the network",
        "memory": "MemoryError: ",
        **dict.fromkeys(
            ("remove", "rename", "write", "append", "path"),
            "PermissionError: it may change no file outside its own folder",
        ),
        **dict.fromkeys(("read", "own", "temporary", "null"), "done"),
    }
    assert found.pop("disk").startswith("OSError")
    assert found == refusals
    assert own.read_text() == "pass"


def test_processor_time() -> None:
    code = "from noughts.jobs.limited import limit_self\nlimit_self(0.1, 1 << 28)\nwhile True: pass"
    ended = run_limited([sys.executable, "-c", code], LONG, threading.Event())
    assert ended.out_of_time
    assert not ended.late

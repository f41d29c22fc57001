"""Foreign programs in processes with limits: their answers, and every way in which they end."""

import re
import sys
from pathlib import Path
from threading import Event

import pytest

from noughts.processes.foreign import Ended, Limits, ask_limited
from tests.processes.test_child import gone

HEAD = """
import json, os, sys, time
from noughts.processes.channel import serve
"""
LIMITS = Limits(60.0, 1 << 30)


def run(code: str, limits: Limits = LIMITS, stop: Event | None = None) -> Ended:
    """Run some lines that may call `report`, and end with a value for `found`."""
    body = "".join(f"    {line}\n" for line in code.splitlines())
    text = f"{HEAD}def answer(request, report):\n    found = {{}}\n{body}    return {{'answer': found}}\nserve(answer)"
    return ask_limited([sys.executable, "-c", text], {}, limits, stop or Event())


def test_an_answer() -> None:
    """What it prints, by Python or by the system, is counted, and is no answer."""
    ended = run("print('x' * 9)\nos.write(1, b'{}\\n')\nprint('a\\nb', file=sys.stderr)\nfound = {'text': 'forty-two'}")
    assert (ended.document, ended.problem, ended.printed) == ({"text": "forty-two"}, None, 17)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("os._exit(0)", "its process ended with exit code 0 before its answer"),
        ("sys.exit('no')", "its process ended with exit code 1 before its answer; its standard error ends with 'no'"),
        ("os.kill(os.getpid(), 11)", "its process died of SIGSEGV before its answer"),
        ("input()", "its process ended with exit code 1 before .* 'EOFError: EOF when reading a line'"),
        ("os.closerange(1, 99); time.sleep(0.2); os._exit(4)", "its process ended with exit code 4 before its answer"),
        ("os.closerange(1, 99); time.sleep(60)", "its process closed its standard output before its answer"),
        ("os.write(4, b'x\\n'); time.sleep(60)", "its process wrote b'x', which is no message"),
    ],
)
def test_what_it_reported_before_its_end_is_kept(code: str, problem: str) -> None:
    ended = run(f"report({{'so': 'far'}})\n{code}")
    assert ended.document == {"so": "far"}
    assert re.fullmatch(problem, ended.problem or "")


def test_too_late() -> None:
    ended = run("report({'so': 'far'})\ntime.sleep(60)", Limits(0.5, 1 << 30))
    assert (ended.document, ended.problem) == ({"so": "far"}, "it took longer than 1.5 s")


def test_output_without_end_is_not_kept() -> None:
    ended = run("sys.stderr.write('y' * 9_000_000 + '\\nend'); print('z' * 9_000_000)\nos._exit(3)")
    assert ended.printed == 18_000_005
    assert ended.problem
    assert ended.problem.endswith(f"'end{'z' * 197}...'")


def test_all_its_processes_end_with_it() -> None:
    """One that goes on, and holds the pipes, is not waited for."""
    ended = run("pid = os.fork()\nif not pid: time.sleep(600)\nfound = {'pid': pid}")
    assert ended.problem is None
    assert gone(ended.document["pid"])


def test_a_stop_ends_it() -> None:
    stop = Event()
    stop.set()
    assert run("time.sleep(600)", stop=stop).problem == "it was stopped"


def test_it_runs_in_a_folder_of_its_own() -> None:
    ended = run("open('file', 'w').close(); os.mkdir('folder')\nfound = {'folder': os.getcwd()}")
    assert ended.problem is None
    assert not Path(ended.document["folder"]).exists()


LIMITED = """
import os, pathlib, socket, subprocess, tempfile
from noughts.processes.foreign import Limits, limit_self
limit_self(Limits(50, 1 << 28))
def tried(name, action):
    try:
        action()
        found[name] = "done"
    except (MemoryError, OSError) as error:
        found[name] = f"{type(error).__name__}: {error}"
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
    ended = run(LIMITED + lines)
    assert (ended.problem, ended.printed) == (None, 0)
    found = ended.document
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
    code = (
        "from noughts.processes.foreign import Limits, limit_self\nlimit_self(Limits(0.1, 1 << 30))\nwhile True: pass"
    )
    assert run(code).problem == "it took more than 60 s of processor time"

"""The limits of a process that runs a foreign program, and its end."""

import json
import sys
from pathlib import Path
from typing import Any

from noughts.programs.jail.limits import LimitedChild
from tests.processes.test_child import gone

SECONDS = 60.0  # for an answer


def run(code: str) -> tuple[LimitedChild, Any]:
    """Run some lines that put values into `found`; return their process, and the values."""
    child = LimitedChild(
        [sys.executable, "-c", f"import json, os\nfound = {{}}\n{code}\nprint(json.dumps(found))"], "it", {}
    )
    line = child.read(SECONDS)
    return child, None if line is None else json.loads(line)


def test_all_its_processes_end_with_it() -> None:
    """One that goes on, and holds the pipes, is not waited for."""
    child, found = run("pid = os.fork()\nif not pid:\n    import time; time.sleep(600)\nfound = {'pid': pid}")
    child.kill()
    assert gone(found["pid"])


def test_it_runs_in_a_folder_of_its_own() -> None:
    child, found = run("open('file', 'w').close(); os.mkdir('folder')\nfound = os.getcwd()")
    assert Path(found).exists()
    child.kill()
    assert not Path(found).exists()


LIMITED = """
import os, pathlib, socket, subprocess, tempfile
from noughts.programs.jail.limits import Limits, limit_self
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
        "signal": "os.kill(os.getppid(), 0)",
        "path": f"pathlib.Path({str(own)!r}).write_text('')",
        "read": f"open({str(own)!r}).read()",
        "own": "open('x', 'w').write('x'), os.rename('x', 'y'), os.remove('y')",
        "temporary": "tempfile.TemporaryFile()",
        "null": "open('/dev/null', 'w')",
        "terminal": "open('/dev/tty', 'w')",
        "library": "__import__('ctypes').CDLL(None).kill(os.getppid(), 0)",
    }
    lines = "".join(f"tried({name!r}, lambda: [{action}])\n" for name, action in actions.items())
    child, found = run(LIMITED + lines)
    child.kill()
    refusals = {
        **dict.fromkeys(("fork", "run", "system", "exec"), "PermissionError: it may start no other process"),
        **dict.fromkeys(("signal", "library"), "PermissionError: it may send no signal"),
        "connect": "PermissionError: it may not use the network",
        "memory": "MemoryError: ",
        **dict.fromkeys(
            ("remove", "rename", "write", "append", "path", "terminal"),
            "PermissionError: it may change no file outside its own folder",
        ),
        **dict.fromkeys(("read", "own", "temporary", "null"), "done"),
    }
    assert found.pop("disk").startswith("OSError")
    assert found == refusals
    assert own.read_text() == "pass"


BUSY = """
from noughts.programs.jail.limits import Limits, limit_self
limit_self(Limits(0.1, 1 << 30))
print('{}', flush=True)
while True: pass
"""


def test_processor_time() -> None:
    child, _ = run(BUSY)
    assert child.wait(SECONDS) is not None
    assert child.out_of_time

"""A child process: its lines, its death, and the death of all that it started."""

import gc
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from noughts.errors import EngineError
from noughts.processes.child import Child


def python(code: str) -> Child:
    return Child([sys.executable, "-S", "-c", code], "the program")


def alive(pid: int) -> bool:
    """Whether a process runs: one that has ended and waits to be collected by init does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def line_of(process: Child) -> bytes:
    line = process.read(10)
    assert line is not None
    return line


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    with suppress(OSError):  # it has ended
        return [int(child) for each in lists for child in each.read_text().split()]
    return []


def below(pid: int) -> list[int]:
    """Return the processes that a process has started, those that these have started, and so on."""
    found = children(pid)
    for each in found:
        found += children(each)
    return found


def gone(pid: int) -> bool:
    for _ in range(6000):  # a minute: most often the first look is enough
        if not alive(pid):
            return True
        time.sleep(0.01)
    return False


def test_one_that_has_left_its_group_is_killed_too() -> None:
    process = python("import os, time; os.setpgid(0, os.getpgid(os.getppid())); print(flush=True); time.sleep(600)")
    line_of(process)
    process.kill()
    assert process.exit_code == -signal.SIGKILL


ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"


def test_lines_to_it_and_from_it() -> None:
    process = python(ECHO)
    process.send(b"abc\ndef\n")
    assert (process.read(10), process.read(10)) == (b"cba", b"fed")
    assert process.exit_code is None
    process.close()
    assert process.exit_code == 0


def test_no_answer() -> None:
    process = python(ECHO)
    assert process.read(0.05) is None
    process.kill()


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("import sys; sys.exit(7)", "ended with exit code 7, expected a move"),
        ("import os; os.kill(os.getpid(), 11)", "died of SIGSEGV, expected a move"),
        pytest.param(
            "import os, time; os.close(1); time.sleep(60)",
            "closed its standard output, expected a move",
            marks=pytest.mark.slow,  # it is waited for
        ),
    ],
)
def test_death(code: str, end: str) -> None:
    process = python(code)
    for _ in range(2):  # it stays dead
        with pytest.raises(EngineError, match=end) as caught:
            process.read(10, ", expected a move")
        assert caught.value.kind == "died"
    process.kill()


def test_to_tell_the_dead_is_an_error_too() -> None:
    process = python("pass")
    assert process.wait(10) is not None
    with pytest.raises(EngineError, match="ended with exit code 0 before it read a command") as caught:
        process.send(b"x\n")
    assert caught.value.kind == "died"
    process.kill()
    with pytest.raises(EngineError):  # its input is closed
        process.send(b"x\n")


def test_a_program_that_does_not_read() -> None:
    process = python("import time; time.sleep(60)")
    with pytest.raises(EngineError, match="does not read its input") as caught:
        process.send(b"x" * 1_000_000, 0.1)
    assert caught.value.kind == "time-out"
    process.kill()


def test_what_it_does_not_take_is_written_later() -> None:
    process = python("import sys; print(len(sys.stdin.readline()), flush=True)")
    os.kill(process._popen.pid, signal.SIGSTOP)
    data = b"x" * 1_000_000 + b"\n"
    rest = process.write(data, 0.01)
    assert 0 < len(rest) < len(data)
    assert data.endswith(rest)
    os.kill(process._popen.pid, signal.SIGCONT)
    assert process.write(rest, 10) == b""
    assert line_of(process) == b"1000001"
    process.kill()


DOES = {
    "sys.stdin.readline()": False,
    "[0 for _ in iter(int, 1)]": True,
    "threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start(), threading.Event().wait()": True,
    "os.kill(os.getpid(), signal.SIGSTOP)": False,
}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells what a process does")
@pytest.mark.parametrize("does", DOES)
def test_a_look_tells_whether_it_runs(does: str) -> None:
    process = python(f"import os, signal, sys, threading\nprint('here', flush=True)\n({does})")
    line_of(process)
    looks = [process.look()]
    while looks[-10:] != [DOES[does]] * 10 and len(looks) < 6000:
        process.wait(0.01)
        looks.append(process.look())
    assert looks[-10:] == [DOES[does]] * 10
    spent = process.processor_seconds
    process.kill()
    assert process.wait(10) is not None
    assert (process.look(), process.processor_seconds) == (None, spent)


def test_its_last_words_are_in_the_report() -> None:
    code = "import sys\nfor i in range(30): print('word', i, file=sys.stderr)\nprint('caf\\u00e9', file=sys.stderr)"
    process = python(code)
    with pytest.raises(EngineError, match=r"its standard error ends with 'caf.*'") as caught:
        process.read(10)
    assert len(caught.value.stderr) == 20
    assert caught.value.stderr[-2] == "word 29"
    assert process.last_words == caught.value.stderr
    process.kill()


CHILD = (
    "import subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
    "print(child.pid, flush=True)\n"
)


@pytest.mark.parametrize("rest", ["time.sleep(600)", "sys.stdin.read()"])
def test_what_it_has_started_is_killed_with_it(rest: str) -> None:
    process = python(CHILD + rest)
    child = int(line_of(process))
    assert alive(child)
    process.close()
    assert gone(child)
    assert process.exit_code is not None


def test_one_that_is_forgotten_is_killed() -> None:
    process = python(CHILD + "time.sleep(600)")
    child = int(line_of(process))
    del process
    gc.collect()
    assert gone(child)


def test_one_that_floods_waits_and_is_killed() -> None:
    process = python("while True: print('MESSAGE ' + 'x' * 100)")
    assert line_of(process).startswith(b"MESSAGE")
    process.kill()
    assert process.exit_code is not None


def test_a_line_without_end_is_cut() -> None:
    process = python("print('x' * 1_000_000)")
    assert len(line_of(process)) == 4096
    process.kill()


def test_wait_tells_whether_it_has_ended() -> None:
    process = python("input()")
    assert process.wait(0.01) is None
    process.end_input()
    assert process.wait(10) is not None
    process.kill()


def test_it_is_killed_where_the_interpreter_ends() -> None:
    code = (
        "from noughts.processes.child import Child; import sys\n"
        f"child = Child([sys.executable, '-S', '-c', {CHILD + 'time.sleep(600)'!r}], 'the program')\n"
        "print(int(child.read(10)), flush=True)\n"
    )
    read, write = os.pipe()
    pid = os.posix_spawn(
        sys.executable, [sys.executable, "-c", code], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)]
    )
    os.close(write)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    with os.fdopen(read) as output:
        assert gone(int(output.read()))

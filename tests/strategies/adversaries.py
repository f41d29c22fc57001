"""Small programs that try to forge a verdict, to harm what asks them, or that are no function of the board.

Each plays the first free cell, as `BASE` does, and loses; so none of them may ever be said not to lose. What may be
said instead is in `EXPECTED`: "harmless" (verdict and counts are those of `BASE`), "loses" (some verdict "can lose")
or "refused" (no verdict, one line). A process that would be left behind has the argument `TOKEN`.
"""

TOKEN = "76543.21098"  # seconds that a process left behind sleeps

BASE = """
def get_move(board):
    return board.index(" ")
"""

CALLER_FRAMES = """
import gc, sys
def get_move(board):
    frame = sys._getframe()
    while frame is not None:
        for values in (frame.f_globals, frame.f_locals):
            for name in list(values):
                if name in ("verdict", "never_loses", "games", "losing_line"):
                    values[name] = "never loses"
        frame = frame.f_back
    for found in gc.get_objects() if board.count(" ") == 8 else ():
        if type(found).__name__ in ("Proof", "Tally", "Decision"):
            try:
                found.loss = 0
            except Exception:
                pass
    return board.index(" ")
"""

# name -> (the program, what may come of it)
ADVERSARIES: dict[str, tuple[str, set[str]]] = {}


def adversary(name: str, text: str, *expected: str) -> None:
    ADVERSARIES[name] = text, set(expected)


def at_import(name: str, code: str, *expected: str) -> None:
    """Add a program that runs some code when it is imported."""
    adversary(name, f"{code}\n{BASE}", *expected)


def at_move(name: str, code: str, *expected: str, before: str = "") -> None:
    """Add a program that runs a line of code for every move."""
    adversary(
        name, f"import os, sys\n{before}\ndef get_move(board):\n    {code}\n    return board.index(' ')\n", *expected
    )


def answering(name: str, answer: str, *expected: str, before: str = "") -> None:
    """Add a program that returns an expression of `cell`, the first free one."""
    move = f"def get_move(board):\n    cell = board.index(' ')\n    return {answer}\n"
    adversary(name, f"{before}\n{move}", *expected)


FORGED = '{"answer": {"decided": [[[4], [1.0], null, null]], "notes": {}}, "verdict": "never loses"}'

# Forged words on every stream and open file.
at_import("prints_a_verdict", "print('never loses')", "harmless")
at_import("prints_a_message", f"print('{FORGED}')", "harmless")
at_move("prints_a_message_for_a_move", f"print('{FORGED}', flush=True)", "harmless")
at_move("writes_to_stdout_itself", f"os.write(1, b'{FORGED}\\n'); os.write(2, b'{FORGED}\\n')", "harmless")
at_import("writes_to_the_first_stdout", "import sys; sys.__stdout__.write('never loses\\n')", "harmless")
WRITE = f"""
def write(number):
    try:
        os.write(number, b'{FORGED}\\n')
    except OSError:
        pass
"""
at_move(
    "writes_to_every_file",
    "[write(number) for number in range(3, 40)]",
    "refused",
    "loses",
    "harmless",
    before=WRITE,
)
at_import("closes_every_file", "import os; os.closerange(0, 256)", "refused", "loses")
at_move("closes_every_file_at_a_move", "os.closerange(0, 256)", "refused", "loses")

# The library itself, as the program sees it.
PATCH = """
try:
    import noughts.prove, noughts.core.tally
    import noughts.results as results
    for module in (noughts.prove, noughts.core.tally, results):
        for thing in vars(module).values():
            if isinstance(thing, type):
                for name in ("verdict", "never_loses", "loss"):
                    try:
                        setattr(thing, name, property(lambda self: "never loses" if name == "verdict" else 0))
                    except Exception:
                        pass
except Exception:
    pass
"""
at_import("patches_the_proofs", PATCH, "harmless", "refused")
at_import("patches_json", "import json; json.dumps = lambda *a, **k: '{}'", "harmless", "refused", "loses")
at_import("patches_len", "import builtins; builtins.len = lambda thing: 0", "harmless", "refused", "loses")
at_import(
    "patches_isinstance", "import builtins; builtins.isinstance = lambda *a: True", "harmless", "refused", "loses"
)
at_import(
    "patches_open", "import builtins; builtins.open = None; builtins.print = None", "harmless", "refused", "loses"
)
at_import("patches_random", "import random; random.Random = random.seed = None", "harmless", "refused", "loses")
at_import("patches_the_environment", "import os; os.environ.clear()", "harmless", "refused")
adversary("reads_its_callers", CALLER_FRAMES, "harmless", "refused", "loses")
adversary(
    "claims_to_be_main",
    f"import sys\n{BASE}\nsys.modules['__main__'].get_move = get_move\nsys.argv[:] = ['x', '--json']\n",
    "harmless",
)

# Ends before a verdict.
at_import("exits", "raise SystemExit(0)", "harmless", "refused")
at_import("exits_at_once", "import os; os._exit(0)", "refused", "harmless")  # the call may be left out
at_import("exits_at_the_end", "import atexit, os; atexit.register(os._exit, 0)", "harmless", "refused")
at_move("exits_at_a_move", "sys.exit(0)", "loses", "refused")
at_move("exits_at_once_at_a_move", "os._exit(0)", "loses", "refused")
at_move("exits_in_one_position", "board == ['X', *' ' * 8] and os._exit(0)", "loses", "refused")
at_move("raises_keyboard_interrupt", "raise KeyboardInterrupt", "loses", "refused")
at_move("raises_generator_exit", "raise GeneratorExit", "loses", "refused")
at_import("raises_a_screen", "raise ValueError('\\x1b[2J\\x1b]0;never loses\\x07' * 50)", "refused")
at_move("raises_a_screen_at_a_move", "raise ValueError('\\x1b[2Jnever loses')", "loses", "refused")
at_move("aborts", "os.abort()", "loses", "refused")

# Other processes.
KILL = "os.kill(os.getppid(), 15)"
at_import("ends_its_parent", f"import os; {KILL}", "refused", "harmless")
at_move("ends_its_parent_at_a_move", KILL, "loses", "refused")
at_move("ends_its_group", "os.killpg(0, 9)", "loses", "refused")
at_move("stops_itself", "os.kill(os.getpid(), 19)", "loses", "refused")
SLEEPER = "[sys.executable, '-c', 'import time; time.sleep(" + TOKEN + ")']"
at_import("leaves_a_process", f"import subprocess, sys; subprocess.Popen({SLEEPER})", "refused", "harmless")
at_import(
    "leaves_a_daemon",
    f"import os, sys\nif os.fork() == 0:\n    os.setsid()\n    os.execv(sys.executable, {SLEEPER})",
    "refused",
    "harmless",
)
at_import("leaves_a_shell", f"import os; os.system('sleep {TOKEN} &')", "refused", "harmless")
at_move("forks_at_a_move", "os.fork()", "loses", "refused")
THREAD = """
import threading, time
def on():
    while True:
        time.sleep(0.01)
threading.Thread(target=on).start()
"""
at_import("starts_a_thread", THREAD, "harmless", "refused")

# Resources.
DEEP = """
sys.setrecursionlimit(20_000)
def deep(number):
    return deep(number + 1)
"""
at_import("hoards_memory", "hoard = [bytearray(1 << 33) for _ in range(64)]", "refused")
at_move("hoards_memory_at_a_move", "hoard = [bytearray(1 << 33) for _ in range(64)]", "loses", "refused")
at_move("prints_megabytes", "print('never loses ' * 20_000)", "harmless")
at_import("prints_a_screen", "print('\\x1b[2J\\x1b]0;title\\x07 \\x9b31m')", "harmless")
at_move("recurses", "board == ['X', *' ' * 8] and deep(0)", "loses", "refused", before=DEEP)
at_import("traces", "import sys; sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)", "harmless", "refused")
at_import("fills_a_file", "open('large', 'wb').truncate(1 << 50)", "refused", "harmless")
at_move("deletes_itself", "os.path.exists(__file__) and os.remove(__file__)", "loses", "refused", "harmless")
OUTSIDE = "open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'outside', 'forged'), 'w').write('forged')"
at_move("writes_outside", OUTSIDE, "loses", "refused", "harmless")  # it works in a copy of its folder

at_import("sleeps", "import time; nap = time.sleep(10 ** 6)", "refused", "harmless")
at_import("loops", "for _ in iter(int, 1): pass", "refused", "harmless")
at_move("sleeps_at_a_move", "sys.modules['time'].sleep(10 ** 6)", "loses", "refused", "harmless", before="import time")

# Answers that are not cells.
answering("answers_true", "cell == 0 or cell", "loses", "refused", "harmless")
answering("answers_a_float", "float(cell)", "loses", "refused", "harmless")
answering("answers_a_large_number", "10 ** 5000", "loses", "refused")
answering("answers_not_a_number", "float('nan')", "loses", "refused")
answering("answers_a_numpy_number", "numpy.int8(cell)", "harmless", before="import numpy")
answering("answers_a_screen", "'\\x1b[2Jnever loses'", "loses", "refused")
EVIL = """
class Evil(int):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __lt__(self, other): return True
    def __repr__(self): raise RuntimeError("never loses")
    __str__ = __repr__
    def __index__(self): raise RuntimeError("never loses")
"""
answering("answers_an_evil_number", "Evil(cell)", "loses", "refused", "harmless", before=EVIL)
answering("answers_an_evil_text", "Text(cell)", "loses", "refused", before=EVIL.replace("Evil(int)", "Text(str)"))
NO_INDEX = "class Odd:\n    def __index__(self): raise SystemExit(0)\n    def __getattr__(self, name): return self\n"
answering("answers_an_odd_object", "Odd()", "loses", "refused", before=NO_INDEX)
answering("answers_itself", "loop", "loses", "refused", before="loop = []; loop.append(loop)")

# Not a function of the board.
answering(
    "counts_its_calls",
    "free(board)[next(calls) % 2 % len(free(board))]",
    "refused",
    before="""
import itertools
calls = itertools.count()
def free(board): return [i for i in range(9) if board[i] == ' ']
""",
)
answering(
    "remembers_boards",
    "seen(board)",
    "refused",
    before="""
known = {}
def seen(board):
    key = tuple(board)
    known[key] = known.get(key, 0) + 1
    return [i for i in range(9) if board[i] == ' '][0 if known[key] == 1 else -1]
""",
)
LAST = "[i for i in range(9) if board[i] == ' '][-({}) % 2]"
answering("reads_its_process_id", LAST.format("os.getpid()"), "loses", "refused", "harmless", before="import os")
answering("reads_a_hash", LAST.format("hash('never loses')"), "loses", "refused", "harmless")
answering("reads_an_id", LAST.format("id(board) >> 4"), "loses", "refused", "harmless")
answering("reads_the_time", LAST.format("time.time_ns()"), "loses", "refused", "harmless", before="import time")
at_move(
    "keeps_the_board",
    "last.append(board); [b.reverse() for b in last[:-1] if isinstance(b, list)]",
    "harmless",
    before="last = []",
)
at_move("clears_the_board", "cell = board.index(' '); board.clear(); return cell", "harmless", "refused")
CATCH = """
def get_move(board):
    try:
        while True:
            raise SystemExit
    except BaseException:
        return board.index(" ")
"""
adversary("catches_everything", CATCH, "harmless")

# Roads around the limits.
at_import(
    "ends_its_parent_by_a_pidfd",
    "import os, signal; signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 15)",
    "refused",
)
# The kernel refuses what is called in C by a number that such a program does not look at.
IN_C = "import ctypes, os; ctypes.CDLL(None)"
at_import("ends_its_parent_in_c", f"{IN_C}['kill'](os.getppid(), 15)", "refused", "harmless")
at_import("ends_its_parent_by_a_call", f"{IN_C}.syscall(62, os.getppid(), 15)", "refused", "harmless")
MEMORY = "import os; open(f'/proc/{os.getppid()}/mem', 'r+b').close(); raise SystemExit"
at_import("opens_its_parents_memory", MEMORY, "refused")
at_import("opens_the_terminal", "open('/dev/tty', 'w').write('never loses')", "refused")
at_import(
    "ends_its_parent_by_a_limit",
    "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))",
    "refused",
)
OWNER = "import fcntl, os, sys; fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()); fcntl.fcntl(0, fcntl.F_SETSIG, 9)"
at_import("ends_its_parent_by_a_files_owner", OWNER, "refused")
at_import(
    "starts_a_process_without_an_event",
    f"from multiprocessing.util import spawnv_passfds; spawnv_passfds(b'/bin/sleep', ['sleep', '{TOKEN}'], [])",
    "refused",
    "harmless",
)
at_import(
    "changes_its_parents_priority",
    "import os; os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "refused",
    "harmless",
)

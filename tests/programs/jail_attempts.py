"""Attempts to get out of the jail, each a line of Python that a program could run, and the process that makes them.

An attempt may use the names of `Targets` in test_jail.py. It raises an error if it has failed, as far as it knows; what
it has done is looked at from outside.
"""

FILES = {
    "write": "open(victim, 'w').write('x')",
    "append": "os.write(os.open(victim, os.O_WRONLY | os.O_APPEND), b'x')",
    "read and write": "open(victim, 'r+').write('x')",
    "truncate as it is opened": "os.open(victim, os.O_RDONLY | os.O_TRUNC)",
    "truncate": "os.truncate(victim, 0)",
    "make": "open(f'{outside}/new', 'w').close()",
    "make a folder": "os.mkdir(f'{outside}/new')",
    "remove": "os.remove(victim)",
    "remove a folder": "os.rmdir(f'{outside}/empty')",
    "rename away": "os.rename(victim, 'mine')",
    "rename onto": "open('a', 'w').close(); os.rename('a', victim)",
    "rename out": "open('b', 'w').close(); os.rename('b', f'{outside}/new')",
    "replace": "open('c', 'w').close(); os.replace('c', victim)",
    "link out": "open('d', 'w').close(); os.link('d', f'{outside}/new')",
    "link in, then write": "os.link(victim, 'linked'); open('linked', 'w').write('x')",
    "symlink out": "os.symlink('/etc/passwd', f'{outside}/new')",
    "write through a symlink": "os.symlink(victim, 'way'); open('way', 'w').write('x')",
    "dir_fd": "os.remove('victim', dir_fd=os.open(outside, os.O_RDONLY))",
    "dir_fd without reading": "os.open('victim', os.O_WRONLY, dir_fd=os.open(outside, os.O_PATH))",
    "dots": "open('/'.join(['..'] * 40) + victim, 'w').write('x')",
    "its own folder": "open(original, 'w').write('x')",
    "beside its own folder": "open(os.path.dirname(original) + '/new', 'w').write('x')",
    "sqlite": "sqlite3.connect(f'{outside}/new').execute('create table t (a)')",
    "shelve": "shelve.open(f'{outside}/new')",
    "mkfifo": "os.mkfifo(f'{outside}/new')",
    "mknod": "os.mknod(f'{outside}/new', 0o600 | stat.S_IFREG)",
    "a device": "os.mknod('disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0)); open('disk', 'rb')",
    "utime": "os.utime(victim)",
    "utime of a number": "os.utime(os.open(original, os.O_RDONLY), (1, 1))",
    "chmod": "os.chmod(victim, 0o777)",
    "chmod of a folder": "os.chmod(outside, 0o777)",
    "chown": "os.chown(victim, 65534, 65534)",
    "an attribute": "os.setxattr(victim, 'user.x', b'x')",
    "shared memory": "multiprocessing.shared_memory.SharedMemory('noughts-test', True, 9)",
    "another module's write": "io.FileIO(victim, 'w').write(b'x')",
    "a copy": "open('e', 'w').write('x'); shutil.copyfile('e', victim)",
    "C": "assert c.creat(victim.encode(), 0o600) > 0",
    "a system call": "assert not c.truncate(victim.encode(), 0)",
    "mount": "assert not c.mount(b'none', outside.encode(), b'tmpfs', 0, None)",
    "a namespace": "assert not c.unshare(0x10000000 | 0x20000); c.mount(b'none', outside.encode(), b'tmpfs', 0, None)",
    "chroot": "os.chroot(outside)",
    "a secret": "open(secret).read()",
    "a password": "open('/etc/shadow').read()",
}
PROCESSES = {
    "system": "assert not posix.system(touch)",
    "subprocess": "subprocess.run(touch, shell=True, check=True)",
    "exec": "os.execv('/bin/sh', ['sh', '-c', touch])",
    "spawn": "os.waitpid(os.posix_spawn('/bin/sh', ['sh', '-c', touch], {}), 0)",
    "a fresh _posixsubprocess": "assert fork_exec(fresh('_posixsubprocess'), touch)",
    "vfork by C": "assert not c.system(touch.encode())",
    "exec of a number": "os.execve(os.open('/bin/sh', os.O_RDONLY), ['sh', '-c', touch], {})",
    "exec of memory": "file = os.memfd_create('x'); os.write(file, open('/bin/sh', 'rb').read()); "
    "os.execve(file, ['sh', '-c', touch], {})",
    "kill": "os.kill(bystander, 9)",
    "kill its parent": "os.kill(parent, 9)",
    "kill its guard": "os.kill(os.getppid() or 1, 9); os.kill(1, 9)",
    "kill all": "os.kill(-1, 9)",
    "kill its group": "os.killpg(0, 9)",
    "a fresh _signal": "fresh('_signal').pidfd_send_signal(os.pidfd_open(bystander), 9)",
    "tgkill": "assert not c.syscall(tgkill, bystander, bystander, 9)",
    "sigqueue": "assert not c.sigqueue(bystander, 9, ctypes.c_void_p())",
    "a signal of a file": "mine, theirs = os.pipe(); fcntl.fcntl(mine, fcntl.F_SETOWN, bystander); "
    "fcntl.fcntl(mine, 10, 9); fcntl.fcntl(mine, fcntl.F_SETFL, os.O_ASYNC); os.write(theirs, b'x')",
    "ptrace": "assert not c.ptrace(16, bystander, None, None)",
    "another memory": "open(f'/proc/{parent}/mem', 'r+b')",
    "another memory by a call": "piece = ctypes.create_string_buffer(8); "
    "part = (ctypes.c_size_t * 2)(ctypes.addressof(piece), 8); "
    "assert c.process_vm_readv(parent, part, 1, part, 1, 0) == 8",
    "an open file of its parent": "open(f'/proc/{parent}/fd/{file_of_parent}', 'w').write('x')",
    "an environment": "open(f'/proc/{bystander}/environ').read()",
    "setpriority": "os.setpriority(os.PRIO_PROCESS, bystander, 9)",
    "affinity": "os.sched_setaffinity(bystander, {0})",
    "prlimit": "resource.prlimit(bystander, resource.RLIMIT_CORE, (0, 0))",
    "its parent's limits": "resource.prlimit(parent, resource.RLIMIT_NOFILE, (9, 9))",
    "a lease": "fcntl.fcntl(os.open(original, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "news of a folder": "fcntl.fcntl(os.open(os.path.dirname(original), os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
    "attributes of a file": "fcntl.ioctl(os.open(original, os.O_RDONLY), 0x40086602, struct.pack('l', 16))",
    "a seal of a file": "fcntl.ioctl(os.open(original, os.O_RDONLY), 0x40806685, bytes(128))",
    "another group": "os.setpgid(0, os.getpgid(os.getppid())); os.setpgid(0, 0)",
    "another session": "os.setsid()",
    "root": "os.setuid(0); open('/etc/shadow').read()",
    "more memory": "resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))",
}
NETWORK = {
    "TCP": "_socket.socket(2, 1).connect(tcp)",
    "TCP fast open": "_socket.socket(2, 1).sendto(b'x', 0x20000000, tcp)",
    "UDP": "_socket.socket(2, 2).sendto(b'x', udp)",
    "UDP by sendmsg": "_socket.socket(2, 2).sendmsg([b'x'], [], 0, udp)",
    "a fresh _socket": "fresh('_socket').socket(2, 2).sendto(b'x', udp)",
    "C": "one = c.socket(2, 2, 0); assert one > 0",
    "a unix socket": "_socket.socket(1, 2).sendto(b'x', unix)",
    "an abstract socket": "_socket.socket(1, 2).sendto(b'x', abstract)",
    "one of a pair": "_socket.socketpair(1, 2)[0].sendto(b'x', unix)",
    "one of a pair by sendmsg": "_socket.socketpair(1, 2)[0].sendmsg([b'x'], [], 0, abstract)",
    "listening": "one = _socket.socket(2, 1); one.bind(('127.0.0.1', 0)); one.listen()",
    "listening at a file": "_socket.socket(1, 1).bind('here')",
    "a name": "socket.getaddrinfo('example.org', 80)",
    "netlink": "_socket.socket(16, 3, 0)",
    "raw": "_socket.socket(2, 3, 1)",
    "io_uring": "assert c.syscall(425, 8, ctypes.create_string_buffer(120)) > 0",
}
OTHERS = {
    "a sub-interpreter": "subs = subinterpreters()\n"
    "assert subs.run_string(subs.create(), f'open({victim!r}, \"w\").close()') is None",
    "keys": "assert c.syscall(add_key, b'user', b'noughts', b'x', 1, -2) > 0",
    "bpf": "assert c.syscall(bpf, 0, ctypes.create_string_buffer(72), 72) > 0",
    "perf": "assert c.syscall(perf, ctypes.create_string_buffer(128), 0, -1, -1, 0) > 0",
    "System V memory": "assert c.shmget(0x6e6f, 64, 0o1600) >= 0",
    "a queue": "assert c.syscall(mq_open, b'noughts', 0o102, 0o600, None) >= 0",
    "the clock": "time.clock_settime(time.CLOCK_REALTIME, time.time())",
}
# What programs do, and may.
ALLOWED = {
    "its copy": "open('helper.txt', 'a').write('more')",
    "beside itself": "open(os.path.dirname(os.path.abspath('program.py')) + '/saved.txt', 'w').write('saved')",
    "its own temporary files": "tempfile.TemporaryFile().write(b'x')",
    "a copy of its own file": "shutil.copyfile('helper.txt', 'kept.txt'); pathlib.Path('kept.txt').touch()",
    "its own database": "sqlite3.connect('scores').execute('create table t (a)')",
    "null": "open(os.devnull, 'w').write('x')",
    "a thread": "thread = threading.Thread(target=time.time); thread.start(); thread.join()",
    "an event loop": "asyncio.run(asyncio.sleep(0))",
    "a pause": "signal.setitimer(signal.ITIMER_REAL, 60); signal.setitimer(signal.ITIMER_REAL, 0)",
    "its limits": "resource.getrlimit(resource.RLIMIT_AS); resource.setrlimit(resource.RLIMIT_NOFILE, (99, 99))",
    "a copy of the process": "number = os.fork(); number or os._exit(0); assert os.waitpid(number, 0)[1] == 0",
    "a module": "import decimal, xml.dom.minidom, unittest, http.client",
    "noise": "os.urandom(9)",
    "the size of a terminal": "shutil.get_terminal_size()",
}
# What a program gets where it asks Python for what the kernel refuses: the beginning of a line.
SENTENCES = {
    "assert os.system('true')": "done",
    "subprocess.run(['true'])": "PermissionError: [Errno 1] Operation not permitted: 'true'",
    "os.execv('/bin/true', ['true'])": "PermissionError: [Errno 1] Operation not permitted",
    "os.fork()": "PermissionError: [Errno 1] it may start no other process",
    "multiprocessing.Process(target=print).start()": "PermissionError: [Errno 1] it may start no other process",
    "multiprocessing.Pool(2)": "PermissionError: [Errno 13] Permission denied",
    "socket.create_connection(('127.0.0.1', 9))": "PermissionError: [Errno 1] Operation not permitted",
    "socket.socket()": "PermissionError: [Errno 1] Operation not permitted",
    "os.kill(os.getppid(), 15)": "PermissionError: [Errno 1] Operation not permitted",
    "os.system('clear') + os.system('cls||clear') + os.system('')": "done",
    "subprocess.run(['clear'], check=True), subprocess.call('cls', shell=True)": "done",
    "assert subprocess.check_output('clear', shell=True, text=True) == os.popen('clear').read() == ''": "done",
    "asyncio.run(asyncio.sleep(0))": "done",
    "copy.deepcopy([threading.active_count()])": "done",
}

# It enters the jail, makes each attempt in a copy of itself, and runs the last lines.
PRISONER = """
import asyncio, copy, ctypes, fcntl, importlib.util, io, json, multiprocessing.shared_memory, os, pathlib, posix
import resource, shelve, shutil, signal, socket, _socket, sqlite3, stat, struct, subprocess, sys, tempfile, threading
import time
from pathlib import Path
from noughts.programs.jail import guard, jail, refusals
from noughts.programs.jail.limits import Limits

asked = json.loads(sys.argv[1])
names = asked["names"] | {name: tuple(asked["names"][name]) for name in ("tcp", "udp") if name in asked["names"]}

guard.start(os.path.realpath(os.getcwd()))
home, layers = jail.enter(Limits(50, 1 << 30), "program.py", Path(asked["folder"]))
os.chdir(home.folder)
print(json.dumps(vars(layers)), flush=True)
c = ctypes.CDLL(None, use_errno=True)
numbers = (234, 248, 321, 298, 240) if os.uname().machine == "x86_64" else (131, 217, 280, 241, 180)
tgkill, add_key, bpf, perf, mq_open = numbers

def fresh(name):
    spec = importlib.util.find_spec(name)
    sys.modules.pop(name, None)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def fork_exec(module, command):
    mine, theirs = os.pipe()
    files = -1, -1, -1, -1, -1, -1, mine, theirs
    rest = False, False, -1, None, None, None, -1, None, *([False] if sys.version_info < (3, 14) else [])
    words = [b"sh", b"-c", command.encode()]
    return os.waitpid(module.fork_exec(words, [b"/bin/sh"], True, (), None, None, *files, *rest), 0)[1] == 0

def subinterpreters():
    name = "_interpreters" if importlib.util.find_spec("_interpreters") else "_xxsubinterpreters"
    return importlib.import_module(name)

def done(code):
    try:
        exec(code, globals() | names)
        return "done"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"

def tried(code):
    mine, theirs = os.pipe()
    if not (number := os.fork()):
        os.write(theirs, done(code).encode()[:500])
        os._exit(0)
    os.close(theirs)
    said = os.read(mine, 500).decode()
    os.close(mine)
    os.waitpid(number, 0)
    return said

for name, code in asked["attempts"]:
    print(json.dumps([name, tried(code)]), flush=True)
exec(asked["last"])
input()
"""

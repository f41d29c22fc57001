"""The process at the other end of a channel."""

import subprocess
import sys

ECHO = "from noughts.processes.channel import serve; serve(lambda request, report: request)"


def test_a_process_whose_parent_reads_no_more_ends_without_a_word() -> None:
    """As where a server is killed while its worker computes; the worker's input may be open a little longer."""
    with subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"asked": 1}\n')
        process.stdin.flush()
        assert process.stdout.readline() == b'{"asked": 1}\n'
        process.stdout.close()
        process.stdin.write(b'{"asked": 2}\n')
        process.stdin.flush()
        assert process.wait(timeout=60) == 1
        assert process.stderr.read() == b""

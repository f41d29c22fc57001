"""A child's own side: requests come in, answers go out, one a line as JSON.

    <- {"job": "proof", "asked": {...}}
    -> {"progress": {...}}
    -> {"answer": {...}}     or     {"error": ["LimitExceeded", "the sentence"]}

An empty request, PING, has an empty answer: the child has started. A worker that has to compile code says so,
`{"progress": {"compiling": true}}`: its time begins when that has ended.

The channel is the standard input and output that the process began with. `serve` takes them for itself: other code of
the process finds an empty input, and its output goes to the standard error. At the end of the input the process ends,
also in the middle of a request: so it ends with its parent.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import IO, Any

from noughts.processes.line_cutter import bounded_lines

_exit = os._exit  # the foreign code may replace it
JSON = dict[str, Any]
Report = Callable[[JSON], None]  # receives the progress of a request

PING: JSON = {}
LONGEST = 1 << 26  # bytes of a message
PATIENCE = 5.0  # seconds for `release`


def serve(answer: Callable[[JSON, Report], JSON], release: Callable[[], object] | None = None) -> None:
    """Answer one request after the other. `answer` returns the last message; `release` is called before the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    requests, answers = _taken()
    inbox = SimpleQueue[bytes]()
    threading.Thread(target=_read, args=(requests, inbox, release is not None), daemon=True).start()
    if release is not None:
        signal.signal(signal.SIGTERM, lambda number, frame: _leave(release))

    def say(message: JSON) -> None:
        with suppress(ValueError, OSError):  # the foreign code may have closed it
            sys.stderr.flush()
        try:
            answers.write(json.dumps(message).encode("ascii") + b"\n")
            answers.flush()
        except BrokenPipeError:  # the parent was killed: nobody is there to be told of it
            _exit(1)

    while True:
        request = json.loads(inbox.get())
        say({"answer": {}} if request == PING else answer(request, lambda progress: say({"progress": progress})))


def _taken() -> tuple[int, IO[bytes]]:
    """Return the standard input and output, which from now on are empty, and the standard error."""
    requests, answers = os.dup(0), os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def _read(requests: int, inbox: "SimpleQueue[bytes]", releases: bool) -> None:
    for line in bounded_lines(partial(os.read, requests), LONGEST):
        inbox.put(line)
    if releases:
        os.kill(os.getpid(), signal.SIGTERM)  # its handler runs in the main thread, between two steps of its work
        time.sleep(PATIENCE)
    _exit(1)


def _leave(release: Callable[[], object]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second signal would end it before the release
    release()
    _exit(1)

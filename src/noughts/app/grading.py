"""The programs of a class: each is proved in a process of its own, with limits of time and memory."""

import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from noughts.app.players import with_reading
from noughts.core.game import Game
from noughts.errors import NotationError, reason
from noughts.processes.foreign import Ended, Limits, ask_limited
from noughts.results.codec import decode
from noughts.results.grade import ProgramGrade, Submission, submission

_GLANCE = 0.1  # seconds between two looks at the progress


@dataclass(frozen=True)
class Grader:
    """What is asked of every file, and the limits of its process.

    `name`: the function or class in each file; `read`: how it is called; None: found out. `pickles`: whether files of
    pickled objects are trusted.
    """

    game: Game
    limits: Limits
    name: str | None = None
    read: str | None = None
    pickles: bool = False

    def grade(
        self, paths: Sequence[Path], workers: int, progress: Callable[[int], None]
    ) -> tuple[list[Submission], bool]:
        """Return what is known of the files, and whether Ctrl-C ended all processes before the last one was done.

        `progress` receives the number of files that are done.
        """
        stop, interrupted = threading.Event(), False
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(self._submission, path, stop) for path in paths]
            try:
                while (state := wait(futures, _GLANCE)).not_done:
                    progress(len(state.done))
            except KeyboardInterrupt:
                interrupted = True
            finally:
                found = [future.result() for future in futures if future.done()]
                stop.set()
                pool.shutdown(cancel_futures=True)
        return found, interrupted

    def _submission(self, path: Path, stop: threading.Event) -> Submission:
        ended = self._ended(path, stop)
        try:
            known = decode(ProgramGrade, ended.document)
        except NotationError as error:  # the program has written to the channel
            known = ProgramGrade(problem=f"its process sent no grade: {error}")
        return submission(str(path), known, ended.problem, ended.printed, ended.seconds)

    def _ended(self, path: Path, stop: threading.Event) -> Ended:
        spec = with_reading(str(path.absolute()) + (f":{self.name}" if self.name else ""), self.read)
        request = {"spec": spec, "game": str(self.game), "pickles": self.pickles}
        try:
            return ask_limited([sys.executable, "-m", "noughts.app.grading_child"], request, self.limits, stop)
        except OSError as error:  # the system has no process or no memory left
            return Ended({}, f"its process was not started: {reason(error)}", 0, 0.0)

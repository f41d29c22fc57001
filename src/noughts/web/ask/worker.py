"""A worker process: reads one job a line as JSON; writes its progress and then its answer, one a line.

    <- {"job": "proof", "asked": {...}}
    -> {"progress": {...}}
    -> {"answer": {...}}     or     {"error": ["LimitExceeded", "the sentence"]}

The pool cancels a job by killing the process: a job leaves nothing behind.
"""

import json
from typing import IO

from noughts.errors import NoughtsError
from noughts.web.ask.jobs import Jobs
from noughts.web.ask.services import JSON


def serve(jobs: Jobs, lines: IO[str], answers: IO[str]) -> None:
    """Answer one job after the other until the input ends."""

    def say(message: JSON) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    for line in lines:
        request = json.loads(line)
        try:
            say({"answer": jobs.table[request["job"]](request["asked"], lambda progress: say({"progress": progress}))})
        except NoughtsError as error:
            say({"error": [type(error).__name__, str(error)]})

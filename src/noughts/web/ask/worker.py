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
from noughts.web.ask.services import JSON, Report


def answer(jobs: Jobs, request: JSON, report: Report) -> JSON:
    """Return the answer to one request, or its error; `report` receives the progress."""
    try:
        return {"answer": jobs.table[request["job"]](request["asked"], report)}
    except NoughtsError as error:
        return {"error": [type(error).__name__, str(error)]}


def serve(jobs: Jobs, lines: IO[str], answers: IO[str]) -> None:
    """Answer one job after the other until the input ends."""

    def say(message: JSON) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    for line in lines:
        say(answer(jobs, json.loads(line), lambda progress: say({"progress": progress})))

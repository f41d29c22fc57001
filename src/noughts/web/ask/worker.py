"""What a worker process answers, one job at a time.

The pool cancels a job by ending the process: a job leaves nothing behind.
"""

from noughts.app.application import JSON, Report
from noughts.app.questions import Jobs
from noughts.errors import NoughtsError


def answer(jobs: Jobs, request: JSON, report: Report) -> JSON:
    """Return the answer to one request, or its error; `report` receives the progress."""
    try:
        return {"answer": jobs.table[request["job"]](request["asked"], report)}
    except NoughtsError as error:
        return {"error": [type(error).__name__, str(error)]}

"""What a worker process answers, one job at a time.

The pool cancels a job by ending the process: a job leaves nothing behind.
"""

from noughts.errors import NoughtsError
from noughts.web.ask.jobs import Jobs
from noughts.web.ask.services import JSON, Report


def answer(jobs: Jobs, request: JSON, report: Report) -> JSON:
    """Return the answer to one request, or its error; `report` receives the progress."""
    try:
        return {"answer": jobs.table[request["job"]](request["asked"], report)}
    except NoughtsError as error:
        return {"error": [type(error).__name__, str(error)]}

"""A process of the web server's worker pool: `python -m noughts.cli.web_worker PLAYER...`."""

import sys

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.processes.channel import serve

if __name__ == "__main__":
    serve(Jobs(Application(sys.argv[1:])).answer)

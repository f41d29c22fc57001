"""A process of the web server's worker pool: `python -m noughts.cli.web_worker PLAYER...`."""

import os
import sys

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.processes.channel import serve

_NICE = 5  # the server itself, which answers everybody, goes first

if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICE)
    serve(Jobs(Application(sys.argv[1:])).answer)

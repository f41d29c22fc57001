"""`python -m noughts`."""

import os
import sys

if sys.path[:1] == [os.getcwd()]:  # -m puts it first, and a `random.py` there would stand for Python's own
    del sys.path[0]

from noughts.cli import main

if __name__ == "__main__":
    main()

"""Starts the process of a person's program: `python -m noughts.programs.jail.start START`, as `programs.child` says.

The guard divides from it before the large modules are imported: so it stays small, and the memory of the program's
process is its own.
"""

import os
from importlib import import_module

from noughts.programs.jail import guard

if __name__ == "__main__":
    guard.start(os.path.realpath(os.getcwd()))
    import_module("noughts.programs.child").main()

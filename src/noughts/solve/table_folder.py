"""The folder with tables that are used without being named one by one: `5,5,4.table` and others.

An environment variable names it, so that it reaches every process that a command starts.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

VARIABLE: Final = "NOUGHTS_TABLES"


@contextmanager
def tables_in(folder: str) -> Iterator[None]:
    """Use the tables in a folder, in this process and in those that it starts."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before

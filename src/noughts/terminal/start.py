"""Starts a session on the full screen if there is one, else line by line."""

import os
import sys
from importlib import import_module

from noughts.errors import MissingExtraError
from noughts.extras import has_extra
from noughts.terminal.line_mode import LineMode
from noughts.terminal.session import Session

_WATCHING_PAUSE = 0.7  # seconds between the moves of two strategies on the full-screen board


def play_in_terminal(session: Session, plain: bool = False, pause: float | None = None) -> None:
    """Play a session; `plain`: line by line in any case. Raises KeyboardInterrupt if an interrupt ends the screen."""
    if not plain and is_terminal() and _has_board():
        run_app = import_module("noughts.terminal.app").run_app  # takes a second
        if run_app(session, _WATCHING_PAUSE if pause is None else pause):
            raise KeyboardInterrupt
        return
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="backslashreplace")  # a stray byte is a bad move, not a crash
    answers = sys.stdin is not None and sys.stdin.isatty()
    LineMode(session, answers=answers, pause=pause or 0).run()


def is_terminal() -> bool:
    """Return whether there is a terminal that a full-screen board can use."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def _has_board() -> bool:
    """Return whether the full-screen board is installed; else print how to get it."""
    if has_extra("tui"):
        return True
    print(f"{MissingExtraError('a board on the full screen', 'tui')}\n", file=sys.stderr)
    return False

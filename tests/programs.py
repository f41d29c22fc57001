"""Other people's programs, in a folder of a test's own."""

import shutil
from pathlib import Path

PROGRAMS = Path(__file__).parent / "data" / "programs"


def write_programs(folder: Path) -> None:
    """Copy the programs into a folder; `shortsighted.py` is `tictactoe.py` with a mistake: O sees no answer of X."""
    for path in PROGRAMS.glob("*.py"):
        shutil.copy(path, folder)
    text = (PROGRAMS / "tictactoe.py").read_text()
    right, wrong = "v = min(v, max_value(result(board, action)))", "v = min(v, utility(result(board, action)))"
    assert text.count(right) == 1
    (folder / "shortsighted.py").write_text(text.replace(right, wrong))

"""What each extra weighs: `python -m benchmarks.extras [--write]`.

The wheel is built and installed with one extra at a time in an empty environment. `--write` writes the table into
docs/install.md.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "install.md"
BEGIN, END = "<!-- extras: written by `python -m benchmarks.extras --write` -->\n", "<!-- extras: end -->\n"
EXTRAS = {
    "": "all commands but those below; long searches in plain Python",
    "fast": "compiled searches (Numba, NumPy): thirty to a hundred times faster; tables of all positions, certificates "
    "of more than 12 free cells, checkpoints, `search` by nodes",
    "web": "the page and its server: `noughts web`",
    "tui": "a board on the full screen: `noughts play`",
    "postgres": "the page's games in PostgreSQL; with `web`",
    "rl": "environments for learning; with `fast`",
    "all": "all of these",
}


def build(folder: Path) -> Path:
    """Build the wheel into a folder."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment(folder: Path) -> Path:
    """Make an empty environment with pip, and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    outer = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*outer, "install", "-qq", "pip"], check=True)
    return python


def install(python: Path, *requirements: str) -> None:
    """Install requirements in an environment, in the versions of constraints.txt."""
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), *requirements], check=True)


def packages(python: Path) -> dict[str, int]:
    """Return the packages of an environment but pip, each with its bytes on disk, compiled modules included."""
    code = (
        "import importlib.metadata as m, json; print(json.dumps({d.name: [str(f.locate()) for f in d.files or ()]"
        " for d in m.distributions()}))"
    )
    ran = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True)
    installed = json.loads(ran.stdout)
    return {name: sum(map(_size, files)) for name, files in installed.items() if name != "pip"}


def _size(file: str) -> int:
    return os.stat(file).st_size if os.path.exists(file) else 0


def rows(wheel: Path) -> Iterator[str]:
    """Yield the rows of the table: what an extra gives, and how many packages and megabytes it adds to the base."""
    base: dict[str, int] = {}
    for extra, what in EXTRAS.items():
        with tempfile.TemporaryDirectory() as folder:
            python = environment(Path(folder))
            install(python, f"{wheel}[{extra}]" if extra else str(wheel))
            found = packages(python)
        base = base or found
        added = found if not extra else {name: size for name, size in found.items() if name not in base}
        name = f"`{extra}`" if extra else "none"
        yield f"| {name} | {what} | {len(added)} | {sum(added.values()) / 1e6:.0f} MB |"


def table() -> str:
    """Return the table in Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        lines = [*rows(wheel)]
    return "\n".join(["| extra | what it is for | packages | on disk |", "|---|---|---|---|", *lines])


def main() -> None:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table into docs/install.md")
    if not parser.parse_args().write:
        print(table())
        return
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n{table()}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()

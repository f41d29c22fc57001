"""Puts Pyodide's files, where `npm ci` has fetched them, into the wheel, and into the sdist that a wheel is made of."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDER = Path("node_modules", "pyodide")
_FILES = (
    "package.json",
    "pyodide-lock.json",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide.mjs",
    "python_stdlib.zip",
)


class Pyodide(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls before a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, if they are there; an editable install finds them in the checkout."""
        if version == "editable":
            return
        place = _FOLDER if self.target_name == "sdist" else Path("noughts", "web", "pyodide")
        for name in _FILES:
            if (Path(self.root) / _FOLDER / name).is_file():
                build_data["force_include"][str(_FOLDER / name)] = str(place / name)

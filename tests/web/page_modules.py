"""Runs a script over the page's modules: esbuild makes JavaScript of them, node runs it."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

import noughts

STATIC = Path(noughts.__file__).parent / "web" / "static"
_NODE = shutil.which("node")
_ESBUILD = Path(__file__).parents[2] / "node_modules" / ".bin" / "esbuild"

needs_node = pytest.mark.skipif(
    _NODE is None or not _ESBUILD.exists(), reason="there is no node, or no esbuild in node_modules (npm ci)"
)


def run_on_modules(script: str, *, given: str = "", environment: Mapping[str, str] | None = None) -> str:
    """Return what a script prints, which imports the page's modules by their paths in STATIC, such as "./rules.ts"."""
    bundle = [str(_ESBUILD), "--bundle", "--format=esm", "--platform=node", "--log-level=warning"]
    made = subprocess.run(bundle, input=script, cwd=STATIC, capture_output=True, text=True, check=True)
    command = [str(_NODE), "--input-type=module", "--eval", made.stdout]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, check=True, env=environment)
    return ran.stdout

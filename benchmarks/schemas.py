"""Writes the JSON Schema of every document into docs/schemas, and the list of them into docs/reference/stability.md:
`python -m benchmarks.schemas --write`.

Without `--write` it says which files are not what the dataclasses of `noughts.results` say, and exits with 1.
"""

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from noughts.files import replacing
from noughts.results.documents import DOCUMENTS
from noughts.results.json_schema import schemas

DOCS = Path(__file__).parent.parent / "docs"
_PAGE = "reference/stability.md"
_LIST = re.compile(r"(?<=<!-- documents -->\n).*?(?=\n<!-- end -->)", re.DOTALL)
_WIDTH = 120
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or name those that are stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files")
    if parser.parse_args(arguments).write:
        write()
    for name in (found := stale()):
        print(f"docs/{name} is stale: `python -m benchmarks.schemas --write` writes it", file=sys.stderr)
    return 1 if found else 0


def stale() -> list[str]:
    """Return the names of files below docs that have another text than they should, that are missing, or not needed."""
    there = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in _written()}
    texts = files()
    return sorted(name for name in there.keys() | texts.keys() if there.get(name) != texts.get(name))


def write() -> None:
    """Write the files, and delete those of documents that are no longer there."""
    texts = files()
    for path in _written():
        if path.relative_to(DOCS).as_posix() not in texts:
            path.unlink()
    (DOCS / "schemas").mkdir(exist_ok=True)
    for name, text in texts.items():
        with replacing(DOCS / name, "w") as file:
            file.write(text)


def _written() -> list[Path]:
    return [*DOCS.glob("schemas/*.json"), DOCS / _PAGE]


def files() -> dict[str, str]:
    """Return the text of each file: `schemas/proof-1.json` for `noughts/proof/1`, and the page that lists them."""
    page = (DOCS / _PAGE).read_text(encoding="utf-8")
    links = ", ".join(f"[{name}](../{file_name(name)})" for name in DOCUMENTS)
    wrapped = textwrap.fill(f"{links}.", _WIDTH, break_long_words=False, break_on_hyphens=False)
    texts = {file_name(name): json.dumps(schema_of(name), indent=2) + "\n" for name in DOCUMENTS}
    return texts | {_PAGE: _LIST.sub(wrapped, page)}


def file_name(name: str) -> str:
    """Return the name of a document's file.

    >>> file_name("noughts/table-check/1")
    'schemas/table-check-1.json'
    """
    return f"schemas/{name.removeprefix('noughts/').replace('/', '-')}.json"


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a document."""
    (found,), definitions = schemas(DOCUMENTS[name])
    return {"$schema": _DIALECT, "title": name, **found, "$defs": dict(sorted(definitions.items()))}


if __name__ == "__main__":
    sys.exit(main())

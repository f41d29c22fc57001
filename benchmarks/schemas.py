"""Writes the JSON Schema of every document into docs/schemas, and the list of them into docs/reference/stability.md
(`make current`)."""

import json
import re
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

from noughts.files import replacing
from noughts.results.documents import DOCUMENTS, classes_of
from noughts.results.json_schema import schemas

DOCS = Path(__file__).parent.parent / "docs"
_PAGE = "reference/stability.md"
_LIST = re.compile(r"(?<=<!-- documents -->\n).*?(?=\n<!-- end -->)", re.DOTALL)
_WIDTH = 120
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def write() -> None:
    """Write the files, and delete those of documents that are no longer there."""
    texts = files()
    for path in DOCS.glob("schemas/*.json"):
        if path.relative_to(DOCS).as_posix() not in texts:
            path.unlink()
    (DOCS / "schemas").mkdir(exist_ok=True)
    for name, text in texts.items():
        with replacing(DOCS / name, "w") as file:
            file.write(text)


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
    kinds, definitions = schemas(*classes_of(name))
    kind = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return {"$schema": _DIALECT, "title": name, **kind, "$defs": dict(sorted(definitions.items()))}

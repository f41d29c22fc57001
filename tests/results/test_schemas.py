"""The documents: each has its JSON Schema, and what a command prints is read back as it was."""

import json
from pathlib import Path

import pytest

from benchmarks import schemas
from noughts.results.codec import decode, encode
from noughts.results.documents import DOCUMENTS
from tests.cli.conftest import Run


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_names_its_document(name: str) -> None:
    schema = schemas.schema_of(name)
    kinds = [schema["$defs"][kind["$ref"].rpartition("/")[2]] for kind in schema.get("anyOf", [schema])]
    assert {kind["properties"]["schema"]["const"] for kind in kinds} == {name}


@pytest.mark.parametrize(
    "line",
    [
        "analyse XXO/OOX/X.. --tree",
        "census 3,3,3",
        "census 3,3,3 --depth 2",
        "check FILE",
        "check FILE --max-entries 1",
        "check FILE --strategy first",
        "check PROGRAM",
        "grade PROGRAM",
        "match ring random",
        "match ring random --games 4",
        "match ring first random --pairwise",
        "plan ring --seat second",
        "plan first",
        "prove ring",
        "prove ring --max-positions 2",
        "prove PROGRAM",
        "prove random --games 2",
        "regret weights",
        "fix weights --seat first",
        "solve 3,3,3",
        "strategies",
        "tabulate 3,3,3 --out TABLE",
        "check TABLE",
    ],
)
def test_what_a_command_prints_is_read_back(run: Run, tmp_path: Path, line: str) -> None:
    named = {"FILE": tmp_path / "ring.cert", "PROGRAM": tmp_path / "low.py", "TABLE": tmp_path / "3,3,3.table"}
    named["PROGRAM"].write_text("def move(board):\n    return board.index(' ')\n")
    if "FILE" in line:
        run("prove", "ring", "--seat", "second", "--certificate", str(named["FILE"]))
    if line == "check TABLE":
        run("tabulate", "3,3,3", "--out", str(named["TABLE"]))
    document = json.loads(run(*(str(named.get(word, word)) for word in line.split()), "--json").out)
    assert encode(decode(DOCUMENTS[document["schema"]], document)) == document

"""The examples in the documents are run as written."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
WITH_EXAMPLES = sorted(path.name for path in DOCS.glob("*.md") if ">>>" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples(name: str) -> None:
    options = doctest.IGNORE_EXCEPTION_DETAIL
    results = doctest.testfile(str(DOCS / name), module_relative=False, verbose=False, optionflags=options)
    assert results.attempted > 3
    assert results.failed == 0


def test_there_are_documents_with_examples() -> None:
    assert {"environments.md", "records.md"} <= set(WITH_EXAMPLES)

"""The pictures of the documents are those that their examples draw."""

from tests.drawing.pictures import DOCS, pictures


def test_the_pictures_are_current() -> None:
    """Write them anew with `python -m tests.drawing.pictures`."""
    drawn = pictures()
    assert len(drawn) > 4
    assert {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").glob("*.svg")} == drawn

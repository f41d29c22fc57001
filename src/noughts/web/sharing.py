"""Files that the page links to: records to download, pictures to look at."""

from dataclasses import dataclass

from noughts.core.record import Record
from noughts.records import FORMATS, write_record


@dataclass(frozen=True)
class Download:
    """A file: a browser saves it or, `shown`, opens it."""

    name: str
    media_type: str
    text: str
    shown: bool = False


def download(record: Record, form: str) -> Download:
    """Return a record as a file of one of the formats."""
    kind = FORMATS[form]
    name = f"noughts-{str(record.game).replace(',', '-').replace('=', '-exact')}{kind.suffix}"
    return Download(name, kind.media_type, write_record(record, form))

"""The server's API as a page of Markdown: the headings here, and under each what the server's own page shows."""

from collections.abc import Iterator

from noughts.web.describe import openapi
from noughts.web.http.docs import models, operations

_TITLES = {"analysis": "Questions about a position"}


def page_of_the_server() -> str:
    """Return the part of the page that lists all operations and all models."""
    return "\n\n".join(["", *_parts(), ""])


def _parts() -> Iterator[str]:
    api = openapi("")
    for tag, listed in operations(api).items():
        yield f"## {_TITLES.get(tag, tag.capitalize())}"
        for title, body in listed:
            yield f"### `{title}`"
            yield _raw(body)
    yield "## Models"
    for name, body in models(api):
        yield f"### {name}"
        yield _raw(body)


def _raw(html: str) -> str:
    return f"```{{raw}} html\n{html}\n```"

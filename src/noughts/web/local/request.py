"""A request of the page and its answer: what of a request is used, and what is wrong with it, in the API's words."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from noughts.app.application import JSON, Report
from noughts.web import limits
from noughts.web.kinds import Problem


@dataclass(frozen=True)
class Text:
    """A text in a request: how many characters it has at most, and what stands for it where there is none."""

    most: int
    otherwise: Any = ...


RULES = Text(limits.RULES, "3,3,3")
POSITION = Text(limits.POSITION)
MOVES = Text(limits.MOVES)
STRATEGY = Text(limits.STRATEGY)


@dataclass(frozen=True)
class PageRequest:
    """A request: `games` are the stored games that it needs, by their ids; `parts` are those of its path that vary.

    `quick`: a question that may take long is not answered, but accepted (202): the page asks it elsewhere.
    """

    method: str
    path: str
    query: JSON = field(default_factory=dict)
    body: JSON = field(default_factory=dict)
    token: str | None = None
    key: str | None = None
    games: JSON = field(default_factory=dict)
    quick: bool = False
    parts: tuple[str, ...] = ()

    def queried(self, **texts: Text) -> dict[str, Any]:
        """Return texts of the query. Raises Problem where one is missing or too long."""
        return _read("query", self.query, texts)

    def sent(self, **texts: Text) -> dict[str, Any]:
        """Return texts of the body. Raises Problem where one is missing or too long."""
        return _read("body", self.body, texts)


@dataclass(frozen=True)
class PageAnswer:
    """The answer to a request; `games` are the stored games that are new or have changed, by their ids."""

    document: Any
    status: int = 200
    games: JSON = field(default_factory=dict)


Answering = Callable[[PageRequest, Report], PageAnswer]


class Operations:
    """Functions by the method and the path of the requests that they answer; `*` stands for a part that varies.

    >>> hello = Operations()
    >>> hello.add("GET", "/hello/*", lambda request, report: PageAnswer(f"hello {request.parts[0]}"))
    >>> hello.answer(PageRequest("GET", "/hello/world"), print).document
    'hello world'
    """

    def __init__(self) -> None:
        self._known: list[tuple[str, re.Pattern[str], Answering]] = []

    def add(self, method: str, path: str, answering: Answering) -> None:
        """Add an operation."""
        self._known.append((method, re.compile(re.escape(path).replace(r"\*", "([^/]+)")), answering))

    def answer(self, request: PageRequest, report: Report) -> PageAnswer:
        """Return the answer to a request. Raises Problem where no operation is meant, and what the operation raises."""
        for method, path, answering in self._known:
            match = path.fullmatch(request.path) if method == request.method else None
            if match:
                return answering(replace(request, parts=match.groups()), report)
        raise Problem("not-found", f"there is nothing at {request.path!r}")


def _read(where: str, given: JSON, texts: dict[str, Text]) -> dict[str, Any]:
    found = {name: given.get(name, text.otherwise) for name, text in texts.items()}
    faults = [
        {"where": f"{where}.{name}", "message": message}
        for name, value in found.items()
        if (message := _fault(value, texts[name]))
    ]
    if faults:
        detail = "; ".join(f"{fault['where']}: {fault['message']}" for fault in faults)
        raise Problem("invalid-request", detail, errors=faults)
    return found


def _fault(value: Any, text: Text) -> str:
    if value is ...:
        return "Field required"
    if isinstance(value, str) and len(value) > text.most:
        return f"it has {len(value):,} characters, at most {text.most:,} are accepted"
    return ""

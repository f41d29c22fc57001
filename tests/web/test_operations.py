"""The table of operations: the document, the page's types and the page's client say the same."""

import json
import re

from noughts.web import describe
from noughts.web.http.page import STATIC
from noughts.web.operations import OPERATIONS, ROOT
from noughts.web.problems import KINDS

CALL = re.compile(r'(?:request\("(\w+)", |write\(|(?:download|picture)\(|=> )(?:withQuery\()?[`"](/[^`"]*)[`"]')


def called() -> set[tuple[str, str]]:
    """Return the method and the address of every call in the page's client, `*` for what varies."""
    text = (STATIC / "api.js").read_text(encoding="utf-8")
    found = set()
    for match in CALL.finditer(text):
        written = match[0].startswith("write")
        found.add((match[1] or ("POST" if written else "GET"), re.sub(r"\$\{[^}]*\}", "*", match[2])))
    return found


def fits(path: str, address: str) -> bool:
    """Return whether an address of the client may be one of a path of the table."""
    parts = zip(path.split("/"), address.split("/"), strict=False)
    return path.count("/") == address.count("/") and all(
        a == b or "*" in (b, a[:1].replace("{", "*")) for a, b in parts
    )


def test_no_operation_is_said_twice() -> None:
    assert len({(one.method, one.path) for one in OPERATIONS}) == len(OPERATIONS)
    assert len({one.name for one in OPERATIONS}) == len(OPERATIONS)
    assert all(one.about for one in OPERATIONS)


def test_the_document_has_every_operation() -> None:
    document = describe.openapi("1")
    listed = {
        (method.upper(), path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert listed.keys() == {(one.method, ROOT + one.path) for one in OPERATIONS}
    text = json.dumps(document)
    models = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert models == document["components"]["schemas"].keys() - {"Fault"} | {"Fault"}
    for one in OPERATIONS:
        operation = listed[one.method, ROOT + one.path]
        given = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
        assert given == set(re.findall(r"\{(\w+)\}", one.path))
        assert {*one.problems} <= KINDS.keys()


def test_the_client_calls_operations_and_none_is_forgotten() -> None:
    calls = called()
    assert len(calls) > 20
    for method, address in calls:
        assert [one for one in OPERATIONS if one.method == method and fits(one.path, address)], (method, address)
    unused = {
        one.name
        for one in OPERATIONS
        if not any(one.method == method and fits(one.path, address) for method, address in calls)
    }
    assert unused == set()

"""Describes the API from its table of operations: the OpenAPI document, and the models in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from noughts.core.sparse import Sparse
from noughts.records import FORMATS
from noughts.results.json_schema import schemas
from noughts.web.operations import OPERATIONS, PICTURE, ROOT, Download, Operation
from noughts.web.problems import KINDS, MEDIA_TYPE, ProblemDetails, title
from noughts.web.reading import RequestPart, parts_of
from noughts.web.streams import StreamEvent

_AT = "#/components/schemas"
_JSON = "application/json"
_STREAM = "text/event-stream"
_ABOUT = """Play m,n,k-games, ask strategies why they move, ask for exact values, prove or refute strategies.

Rules are written `m,n,k` (columns, rows, how many in a row). Cells are `b2`: column letter, row number from the top.
Sides are `X`, who moves first, and `O`. A position is its rows from the top, `X../.O./...`. Errors are problem
details (RFC 9457).
"""
_HEADER_ALONE = ("Authorization",)  # a security scheme, in OpenAPI's words

Schema = dict[str, Any]


def openapi(version: str) -> Schema:
    """Return the OpenAPI document."""
    paths: dict[str, Schema] = {}
    for operation in OPERATIONS:
        paths.setdefault(ROOT + operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "noughts", "description": _ABOUT, "version": version},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components().items())),
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "the secret token of a seat"}
            },
        },
    }


# Operations.


def _operation(operation: Operation) -> Schema:
    parts = parts_of(operation.request, operation.method, operation.path)
    described: Schema = {
        "tags": [operation.tag],
        "operationId": operation.name,
        "description": operation.about,
        "parameters": [_parameter(part) for part in parts if part.where != "body" and part.name not in _HEADER_ALONE],
        "responses": _responses(operation, parts),
    }
    if any(part.where == "body" for part in parts):
        content = {_JSON: {"schema": {"$ref": f"{_AT}/{operation.request.__name__}"}}}
        described["requestBody"] = {"required": True, "content": content}
    if any(part.name in _HEADER_ALONE for part in parts):
        described["security"] = [{"seat": []}]
    return described


def _parameter(part: RequestPart) -> Schema:
    schema = {name: value for name, value in part.plain.items() if name != "default"}
    if part.schema.get("default") is not None:
        schema["default"] = part.schema["default"]
    about = {"description": schema.pop("description")} if "description" in schema else {}
    return {"name": part.name, "in": part.where, "required": part.required, **about, "schema": schema}


def _responses(operation: Operation, parts: Iterable[RequestPart]) -> Schema:
    """Return what an operation may answer, problems included."""
    content, described = _content(operation), dict[str, Schema]()
    described[str(operation.status)] = {"description": "It is done", **({"content": content} if content else {})}
    if any(part.name == "If-None-Match" for part in parts):
        described["304"] = {"description": "It has not changed"}
    for kind in dict.fromkeys(_problems(operation, {part.field for part in parts})):
        status = KINDS[kind]
        before = f"{described[str(status)]['description']}; or: " if str(status) in described else ""
        problem = {"schema": {"$ref": f"{_AT}/ProblemDetails"}}
        described[str(status)] = {"description": before + title(kind), "content": {MEDIA_TYPE: problem}}
    return described


def _problems(operation: Operation, sent: set[str]) -> Iterator[str]:
    """Yield the kinds of problems of an operation: its own, and those that its request says."""
    yield from operation.problems
    if operation.method != "GET":
        yield from ("cross-site", "too-large")
    if "game_id" in sent:
        yield "no-such-game"
    if "token" in sent:
        yield from ("no-token", "wrong-token")
    if operation.waits:
        yield from ("busy", "timed-out", "failed")
    yield from ("invalid-request", "wrong-host", "too-many-requests", "store")


def _content(operation: Operation) -> Schema:
    result = operation.result
    if result is type(None):
        return {}
    if operation.streams:
        return {_STREAM: {}}
    if result is Download:
        formats = [kind.media_type.partition(";")[0] for kind in FORMATS.values()]
        return {kind: {} for kind in ([PICTURE] if operation.waits else formats)}
    models = [{"$ref": f"{_AT}/{kind.__name__}"} for kind in get_args(result) or (result,)]
    return {_JSON: {"schema": models[0] if len(models) == 1 else {"anyOf": models}}}


# Models.


@cache
def components() -> Mapping[str, Schema]:
    """Return the JSON Schema of every model, by its name."""
    results = {kind for operation in OPERATIONS for kind in get_args(operation.result) or (operation.result,)}
    kinds = [kind for kind in results - {Download, StreamEvent} if is_dataclass(kind)]
    _, definitions = schemas(*sorted(kinds, key=str), ProblemDetails, at=_AT)
    classes = {kind.__name__: kind for kind in _classes([*kinds, ProblemDetails])}
    models = {name: _answered(classes[name.partition("_")[0]], schema) for name, schema in definitions.items()}
    return models | {
        name: _described(kind, schema) for operation in OPERATIONS for name, kind, schema in _body(operation)
    }


def _answered(kind: type[Any], schema: Schema) -> Schema:
    """Return the model of a result: a field with a default is there too, unless its class leaves it out."""
    always = [name for name in schema["properties"] if not (issubclass(kind, Sparse) and kind.may_lack(name))]
    return _described(kind, {name: value for name, value in schema.items() if name != "title"} | {"required": always})


def _described(kind: type[Any], schema: Schema) -> Schema:
    return {**schema, "description": " ".join((kind.__doc__ or "").partition(">>>")[0].split())}


def _body(operation: Operation) -> Iterator[tuple[str, type[Any], Schema]]:
    """Yield the model of a body, with the fields that do not stand in the path or in a header."""
    parts = [part for part in parts_of(operation.request, operation.method, operation.path) if part.where == "body"]
    if parts:
        yield (
            operation.request.__name__,
            operation.request,
            {
                "type": "object",
                "properties": {part.name: dict(part.schema) for part in parts},
                "required": [part.name for part in parts if part.required],
                "additionalProperties": False,
            },
        )


def _classes(kinds: Iterable[Any]) -> Iterator[type[Any]]:
    """Yield dataclasses, and those that their fields refer to."""
    for kind in kinds:
        if is_dataclass(kind) and isinstance(kind, type):
            yield kind
            yield from _classes(get_type_hints(kind).values())
        elif get_args(kind):
            yield from _classes((get_origin(kind), *get_args(kind)))

"""Reads a request: each field from the path, the query, the body or a header, checked by its JSON Schema."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache, cached_property
from typing import Any, Final, Generic, TypeVar

import fastjsonschema
from starlette.requests import ClientDisconnect, Request

from noughts.results.json_schema import schemas
from noughts.web.problems import Problem
from noughts.web.requests import SENT
from noughts.words import Said, Words, together

PLACEHOLDER = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_BEARER = "bearer "
_LIMITS: Final[Mapping[str, Callable[[Any], Any]]] = {  # what is compared with the limit, by the schema's rule
    **{"minimum": str, "maximum": str},
    **{"minLength": len, "maxLength": len, "maxItems": len},
}
_Fault = tuple[str, Words]  # the place of a fault, and what is wrong

T = TypeVar("T")


@dataclass(frozen=True)
class RequestPart:
    """A field of a request: where it stands, under which name, its JSON Schema, and whether it may be missing."""

    field: str
    where: str
    name: str
    schema: Mapping[str, Any]
    required: bool

    @cached_property
    def place(self) -> str:
        """Where it stands, in an error."""
        return f"{self.where}.{self.name}"

    @cached_property
    def plain(self) -> Mapping[str, Any]:
        """Its schema, without null as an alternative."""
        return next((schema for schema in self.schema.get("anyOf", ()) if schema.get("type") != "null"), self.schema)

    @cached_property
    def check(self) -> Callable[[Any], Any]:
        """Return a value that its schema allows; raises JsonSchemaValueException for another one."""
        return _check(json.dumps(self.plain))


def parts_of(kind: type[Any], method: str, path: str) -> list[RequestPart]:
    """Return the parts of a request of a class at an address."""
    ((_,), definitions) = schemas(kind)
    schema = definitions[kind.__name__]
    own, in_path = "body" if method == "POST" else "query", PLACEHOLDER.findall(path)
    parts = []
    for each in fields(kind):
        where, name = SENT.get(each.name, ("path" if each.name in in_path else own, each.name))
        required = each.default is MISSING and each.default_factory is MISSING
        parts.append(RequestPart(each.name, where, name, schema["properties"][each.name], required))
    return parts


class RequestReader(Generic[T]):
    """Reads the requests of a class at an address."""

    def __init__(self, kind: type[T], method: str, path: str) -> None:
        self.kind = kind
        self.parts = parts_of(kind, method, path)
        self.has_body = any(part.where == "body" for part in self.parts)

    async def read(self, request: Request) -> T:
        """Return a request. Raises Problem, which names everything that is wrong with it."""
        body = await _body(request) if self.has_body else {}
        known = {part.name for part in self.parts if part.where == "body"}
        given: dict[str, Any] = {}
        faults: list[_Fault] = [(f"body.{name}", Said("error.field-unknown")) for name in body if name not in known]
        for part in self.parts:
            value = _given(request, body, part)
            if value is not None or (part.where == "body" and part.name in body):
                given[part.field] = value
                faults += _faults(part, value)
            elif part.required:
                faults.append((part.place, Said("error.field-required")))
        if faults:
            raise _problem(faults)
        return self.kind(**given)


def _given(request: Request, body: Mapping[str, Any], part: RequestPart) -> Any:
    """Return what a request has for a part, None for nothing."""
    match part.where:
        case "body":
            return body.get(part.name)
        case "path":
            return _typed(request.path_params[part.name], part)
        case "query":
            text = request.query_params.get(part.name)
            return None if text is None else _typed(text, part)
        case "cookie":
            return request.cookies.get(part.name)
    text = request.headers.get(part.name)
    if part.name != "Authorization" or text is None:
        return text
    return text[len(_BEARER) :].strip() if text.lower().startswith(_BEARER) else None


def _typed(text: str, part: RequestPart) -> Any:
    """Return a text as what its schema expects: a whole number, if it is one."""
    return int(text) if part.plain.get("type") == "integer" and _NUMBER.fullmatch(text) else text


async def _body(request: Request) -> dict[str, Any]:
    """Return the body, an object of JSON. Raises Problem."""
    try:
        content = await request.body()
    except ClientDisconnect:
        raise Problem("dropped", Said("error.disconnected")) from None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _problem([("body", Said("error.body-type"))])
    try:
        text = content.decode()
        body = json.loads(text)
        if "\\u" in text:
            json.dumps(body, ensure_ascii=False).encode()  # a lone surrogate is not valid text
    except (ValueError, RecursionError):
        raise _problem([("body", Said("error.body-not-json"))]) from None
    if not isinstance(body, dict):
        raise _problem([("body", Said("error.body-not-object"))])
    return body


def _faults(part: RequestPart, value: Any) -> Iterator[_Fault]:
    """Yield what is wrong with a value."""
    if value is None and part.plain is not part.schema:
        return
    try:
        part.check(value)
    except fastjsonschema.JsonSchemaValueException as fault:
        yield ".".join((part.place, *map(str, fault.path[1:]))), _sentence(fault)


@cache
def _check(schema: str) -> Callable[[Any], Any]:
    check: Callable[[Any], Any] = fastjsonschema.compile(json.loads(schema), use_default=False)
    return check


def _sentence(fault: fastjsonschema.JsonSchemaValueException) -> Words:
    """Return what is wrong; in the library's words by a rule that no request has yet."""
    rule, limit = str(fault.rule), fault.rule_definition
    if rule == "type":
        return Said(f"error.field-{limit}")
    if rule == "enum":
        return Said("hint.expected-one-of", {"words": limit})
    if rule in _LIMITS:
        return Said(f"error.field-{rule}", {"given": _LIMITS[rule](fault.value), "limit": limit})
    return str(fault.message).removeprefix(f"{fault.name} ")


def _problem(faults: Sequence[_Fault]) -> Problem:
    detail = together([Said("error.at", {"place": where, "reason": words}) for where, words in faults])
    errors = [{"where": where, "message": str(words)} for where, words in faults]
    return Problem("invalid-request", detail, errors=errors)

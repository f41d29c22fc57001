"""The server's API as a page of Markdown, from the OpenAPI document of the application."""

import re
from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Any

from noughts.app.application import Application
from noughts.web import Store, create_app

Schema = Mapping[str, Any]

_TITLES = {
    "games": "Games",
    "analysis": "Questions about a position",
    "strategies": "Strategies",
    "proofs": "Proofs",
    "records": "Records",
}


def document() -> dict[str, Any]:
    """Return the OpenAPI document of the application."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/games.sqlite")
        try:
            return create_app(Application(), store, []).openapi()
        finally:
            store.close()


def page_of_the_server() -> str:
    """Return the part of the page that lists all operations and all models."""
    return page(document())


def page(api: Schema) -> str:
    """Return an OpenAPI document as Markdown."""
    return "\n\n".join(["", *_operations(api), *_models(api["components"]["schemas"]), ""])


def _operations(api: Schema) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).extend(_operation(f"{method.upper()} {path}", operation))
    for tag, parts in found.items():
        yield f"## {_TITLES.get(tag, tag.capitalize())}"
        yield from parts


def _operation(title: str, operation: Schema) -> Iterator[str]:
    yield f"### `{title}`"
    yield operation["description"]
    if parameters := operation.get("parameters"):
        rows = [(f"`{one['name']}`", one["in"], _type(one["schema"]), _about(one, one["schema"])) for one in parameters]
        yield _table(("parameter", "in", "type", "meaning"), rows)
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"Body: {_type(content['schema'])}, as `{kind}`."
    answers = [(code, _answer(answer)) for code, answer in sorted(operation["responses"].items())]
    yield _table(("status", "answer"), answers)


def _answer(answer: Schema) -> str:
    told = "" if answer["description"] == "Successful Response" else answer["description"]
    types = {_type(content["schema"]) for content in answer.get("content", {}).values() if content.get("schema")}
    return _joined(told, " or ".join(sorted(types))) or "nothing"


def _models(schemas: Schema) -> Iterator[str]:
    yield "## Models"
    for name, schema in sorted(schemas.items()):
        yield f"(model-{_slug(name)})=\n### {_shown(name)}"
        if "description" in schema:
            yield schema["description"]
        required = schema.get("required", [])
        rows = [
            (f"`{field}`", _type(one), _joined(_about(one, one), "" if field in required else _default(one)))
            for field, one in schema.get("properties", {}).items()
        ]
        if rows:
            yield _table(("field", "type", "meaning"), rows)


def _type(schema: Schema) -> str:
    """Return a schema in words, models as links."""
    match schema:
        case {"$ref": target}:
            name = target.rpartition("/")[2]
            return f"[{_shown(name)}](#model-{_slug(name)})"
        case {"anyOf": choices} | {"oneOf": choices}:
            return " or ".join(_type(choice) for choice in choices)
        case {"enum": values}:
            return " or ".join(f"`{value}`" for value in values)
        case {"const": value}:
            return f"`{value}`"
        case {"type": "array", "items": items}:
            return f"list of {_type(items)}"
        case {"type": "object", "additionalProperties": {**values}} if values:
            return f"object of {_type(values)}"
        case {"type": kind}:
            return {"string": "text", "null": "null", "boolean": "true or false"}.get(kind, str(kind))
    return "JSON"


def _about(*schemas: Schema) -> str:
    """Return the first description, and the first examples."""
    told = next((one["description"] for one in schemas if "description" in one), "")
    examples = next((one["examples"] for one in schemas if one.get("examples")), [])
    return _joined(told, "for example " + ", ".join(f"`{one}`" for one in examples) if examples else "")


def _default(schema: Schema) -> str:
    return f"default `{schema['default']!r}`" if schema.get("default") is not None else "may be missing"


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _shown(name: str) -> str:
    return name.removeprefix("_")


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", _shown(name)).lower()


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

"""The API's documentation as a page, made of its OpenAPI document on the server: no script, no other machine."""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

Schema = Mapping[str, Any]

_HEAD = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>noughts: the API</title>
    <link rel="icon" href="/static/favicon.svg" />
    <link rel="stylesheet" href="/static/docs.css" />
  </head>
"""


def documentation(api: Schema) -> str:
    """Return an OpenAPI document as a page."""
    parts = [
        '<nav><a href="/">To the board</a></nav>',
        "<h1>The API</h1>",
        f"<p>{_text(api['info']['description'])}</p>",
        '<p>The same as a document: <a href="/api/v1/openapi.json">openapi.json</a></p>',
    ]
    for tag, listed in operations(api).items():
        parts.append(f"<h2>{escape(tag.capitalize())}</h2>")
        parts += [_section(f"<code>{escape(title)}</code>", body) for title, body in listed]
    parts += ["<h2>Models</h2>", *(_section(escape(name), body) for name, body in models(api))]
    return f"{_HEAD}  <body><main>\n" + "\n".join(parts) + "\n</main></body>\n</html>\n"


def operations(api: Schema) -> dict[str, list[tuple[str, str]]]:
    """Return the method and address of every operation with what it takes and answers in HTML, by tag."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            body = "\n".join(_operation(operation))
            groups.setdefault(operation["tags"][0], []).append((f"{method.upper()} {path}", body))
    return groups


def models(api: Schema) -> Iterator[tuple[str, str]]:
    """Yield every model's name with its fields in HTML, where links find it."""
    for name, schema in sorted(api["components"]["schemas"].items()):
        rows = [
            (f"<code>{escape(field)}</code>", _type(field_schema), _about(field_schema))
            for field, field_schema in schema["properties"].items()
        ]
        about = f'<p id="{escape(name)}">{_text(schema["description"])}</p>'
        yield name, f"{about}\n{_table(('field', 'type', 'meaning'), rows)}" if rows else about


def _section(title: str, body: str) -> str:
    return f"<section><h3>{title}</h3>\n{body}\n</section>"


def _operation(operation: Schema) -> Iterator[str]:
    yield f"<p>{_text(operation['description'])}</p>"
    rows = [
        (
            f"<code>{escape(parameter['name'])}</code>",
            escape(parameter["in"]),
            _type(parameter["schema"]),
            _about(parameter, parameter["schema"]),
        )
        for parameter in operation["parameters"]
    ]
    if rows:
        yield _table(("parameter", "in", "type", "meaning"), rows)
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield f"<p>Body: {_type(content['schema'])}</p>"
    yield _table(
        ("status", "answer"), [(code, _answer(response)) for code, response in sorted(operation["responses"].items())]
    )


def _answer(answer: Schema) -> str:
    types = {_type(content["schema"]) for content in answer.get("content", {}).values() if content.get("schema")}
    return ": ".join(part for part in (escape(answer["description"]), " or ".join(sorted(types))) if part)


def _type(schema: Schema) -> str:
    """Return a schema in words, models as links."""
    match schema:
        case {"$ref": target}:
            name = escape(target.rpartition("/")[2])
            return f'<a href="#{name}">{name}</a>'
        case {"anyOf": choices}:
            return " or ".join(map(_type, choices))
        case {"enum": listed}:
            return " or ".join(f"<code>{escape(str(member))}</code>" for member in listed)
        case {"const": value}:
            return f"<code>{escape(str(value))}</code>"
        case {"type": "array", "items": items}:
            return f"list of {_type(items)}"
        case {"type": "object", "additionalProperties": {"type": _} | {"$ref": _} as values}:
            return f"object of {_type(values)}"
        case {"type": kind}:
            return {"string": "text", "boolean": "true or false"}.get(kind, escape(str(kind)))
    return "JSON"


def _about(*schemas: Schema) -> str:
    """Return the first description, and the first examples."""
    description = next((schema["description"] for schema in schemas if "description" in schema), "")
    examples: list[Any] = next((schema["examples"] for schema in schemas if schema.get("examples")), [])
    shown = ", ".join(f"<code>{escape(str(example))}</code>" for example in examples)
    return "; ".join(part for part in (_text(description), f"for example {shown}" if shown else "") if part)


def _text(text: str) -> str:
    """Return a text, with what stands in backticks as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>\n<tr>{top}</tr>\n{body}\n</table>"

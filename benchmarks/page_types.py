"""Writes the models of the API as TypeScript, for the page (`make current`)."""

from pathlib import Path

import noughts
from noughts.files import replacing
from noughts.web.describe import Schema, components

PATH = Path(noughts.__file__).parent / "web" / "static" / "api-types.ts"
_HEAD = "/** The models of the API. `make current` writes this file. A very large number is text. */\n"


def write() -> None:
    """Write the file."""
    with replacing(PATH, "w") as file:
        file.write(types())


def types() -> str:
    """Return the models as TypeScript."""
    return "\n".join([_HEAD, *(_interface(name, schema) for name, schema in sorted(components().items()))])


def _interface(name: str, schema: Schema) -> str:
    required = schema.get("required", ())
    lines = [f"/** {schema['description']} */", f"export interface {name} {{"]
    for field, one in schema["properties"].items():
        if "description" in one:
            lines.append(f"  /** {one['description']} */")
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(one)};")
    return "\n".join([*lines, "}", ""])


def _type(schema: Schema) -> str:
    """Return a schema as a type."""
    match schema:
        case {"$ref": target}:
            return str(target).rpartition("/")[2]
        case {"enum": listed}:
            return " | ".join(f'"{one}"' for one in listed)
        case {"const": value}:
            return f'"{value}"'
        case {"anyOf": choices}:
            return " | ".join(map(_type, choices))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": items}:
            return f"({_type(items)})[]"
        case {"type": "object", "additionalProperties": {"type": _} | {"$ref": _} | {"anyOf": _} as listed, **more}:
            names = more.get("propertyNames", {})
            return f"Record<{_type(names) if 'enum' in names else 'string'}, {_type(listed)}>"
        case {"type": "string" | "boolean" | "null" as kind}:
            return str(kind)
        case {"type": "integer" | "number"}:
            return "number"
    return "any"

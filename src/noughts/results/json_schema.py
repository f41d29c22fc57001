"""The JSON Schema of results and requests. It takes twice as long to import as the codec, so it has its own file."""

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, make_dataclass
from typing import Any, get_type_hints

from mashumaro.jsonschema import OPEN_API_3_1
from mashumaro.jsonschema.builder import JSONSchemaBuilder
from mashumaro.jsonschema.models import Context, JSONObjectSchema, JSONSchema
from mashumaro.jsonschema.plugins import BasePlugin
from mashumaro.jsonschema.schema import Instance

import noughts.results.codec  # noqa: F401 - it says what stands for values of core
from noughts.core.position import Position
from noughts.core.sparse import Written
from noughts.words import Said


def schemas(*kinds: Any, at: str = "#/$defs") -> tuple[list[dict[str, Any]], Mapping[str, dict[str, Any]]]:
    """Return the JSON Schema of each class, as references, and the definitions that they refer to by name.

    `at`: where a document keeps its definitions.
    """
    builder = JSONSchemaBuilder(dialect=OPEN_API_3_1, all_refs=True, ref_prefix=at, plugins=[_AsWritten()])
    built = [builder.build(kind).to_dict() for kind in kinds]
    defined: dict[str, dict[str, Any]] = builder.get_definitions().to_dict()
    named, before = _named(built, at), set[str]()
    while named != before:
        named, before = named | _named([defined[name] for name in named], at), named
    return built, {name: schema for name, schema in defined.items() if name in named}


def _named(schemas: list[dict[str, Any]], at: str) -> set[str]:
    """Return the names of the definitions that some schemas refer to: those of fields left out are not among them."""
    return set(re.findall(rf'"{re.escape(at)}/(\w+)"', json.dumps(schemas)))


class _AsWritten(BasePlugin):
    """Leaves out of the schema of a dataclass the fields that its JSON does not have, and adds the properties that it
    has."""

    def get_schema(self, instance: Instance, ctx: Context, schema: JSONSchema | None = None) -> JSONSchema | None:
        """Change the schema that the builder has made of all fields."""
        kind = instance.type
        if kind is Position:
            return JSONSchema()  # of a field that is left out
        described = ctx.definitions.get(getattr(kind, "__name__", ""))
        if not (is_dataclass(kind) and isinstance(described, JSONObjectSchema) and described.properties):
            return None
        for field in fields(kind):
            if field.metadata.get("serialize") == "omit":
                described.properties.pop(field.name, None)
                described.required = [name for name in described.required or [] if name != field.name]
        if isinstance(kind, type) and issubclass(kind, Written):
            described.properties = {name: _property(kind, name) for name in kind.properties()} | described.properties
            described.required = [*dict.fromkeys([*kind.properties(), *(described.required or [])])]
        return None


def _property(kind: type[Written], name: str) -> JSONSchema:
    """Return the schema of a property of a class, or of what all its values have there."""
    value = getattr(kind, name)
    if not isinstance(value, property):
        return JSONSchema(const=value)
    hint = get_type_hints(value.fget)["return"]
    of_text = str if hint in (Said, Position) else hint
    owner = make_dataclass(kind.__name__, [(name, of_text)])  # so that what the codec says of a type holds
    described = JSONSchemaBuilder(all_refs=False).build(owner).properties
    assert described is not None
    return described[name]

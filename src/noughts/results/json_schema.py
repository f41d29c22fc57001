"""The JSON Schema of results and requests. It takes twice as long to import as the codec, so it has its own file."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from mashumaro.jsonschema import OPEN_API_3_1
from mashumaro.jsonschema.builder import JSONSchemaBuilder
from mashumaro.jsonschema.models import Context, JSONObjectSchema, JSONSchema
from mashumaro.jsonschema.plugins import BasePlugin
from mashumaro.jsonschema.schema import Instance

import noughts.results.codec  # noqa: F401 - it says what stands for values of core


def schemas(*kinds: Any, at: str = "#/$defs") -> tuple[list[dict[str, Any]], Mapping[str, dict[str, Any]]]:
    """Return the JSON Schema of each class, as references, and the definitions that they refer to by name.

    `at`: where a document keeps its definitions.
    """
    builder = JSONSchemaBuilder(dialect=OPEN_API_3_1, all_refs=True, ref_prefix=at, plugins=[_LeftOut()])
    found = [builder.build(kind).to_dict() for kind in kinds]
    return found, builder.get_definitions().to_dict()


class _LeftOut(BasePlugin):
    """Leaves out of the schema of a dataclass the fields that its JSON does not have."""

    def get_schema(self, instance: Instance, ctx: Context, schema: JSONSchema | None = None) -> None:
        """Change the schema that the builder has made of all fields."""
        described = ctx.definitions.get(getattr(instance.type, "__name__", ""))
        if is_dataclass(instance.type) and isinstance(described, JSONObjectSchema) and described.properties:
            for one in fields(instance.type):
                if one.metadata.get("serialize") == "omit":
                    described.properties.pop(one.name, None)

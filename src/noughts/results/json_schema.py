"""The JSON Schema of results and requests. It takes twice as long to import as the codec, so it has its own file."""

from collections.abc import Mapping
from typing import Any

from mashumaro.jsonschema import OPEN_API_3_1
from mashumaro.jsonschema.builder import JSONSchemaBuilder
from mashumaro.jsonschema.models import Context, JSONSchema
from mashumaro.jsonschema.plugins import BasePlugin
from mashumaro.jsonschema.schema import Instance, get_schema

from noughts.results.codec import VALUES


def schemas(*kinds: Any, at: str = "#/$defs") -> tuple[list[dict[str, Any]], Mapping[str, dict[str, Any]]]:
    """Return the JSON Schema of each class, as references, and the definitions that they refer to by name.

    `at`: where a document keeps its definitions.
    """
    builder = JSONSchemaBuilder(dialect=OPEN_API_3_1, all_refs=True, ref_prefix=at, plugins=[_Values()])
    found = [builder.build(kind).to_dict() for kind in kinds]
    return found, builder.get_definitions().to_dict()


class _Values(BasePlugin):
    """Describes a value of core by what stands for it in JSON."""

    def get_schema(self, instance: Instance, ctx: Context, schema: JSONSchema | None = None) -> JSONSchema | None:
        """Return another schema for such a value: the builder has described a dataclass by its fields."""
        if instance.type not in VALUES:
            return None
        ctx.definitions.pop(instance.type.__name__, None)
        return get_schema(instance.derive(type=VALUES[instance.type][0]), ctx)

"""The JSON Schema of results and requests. It takes twice as long to import as the codec, so it has its own file."""

from collections.abc import Mapping
from typing import Any

from mashumaro.jsonschema import OPEN_API_3_1
from mashumaro.jsonschema.builder import JSONSchemaBuilder


def schemas(*kinds: Any, at: str = "#/$defs") -> tuple[list[dict[str, Any]], Mapping[str, dict[str, Any]]]:
    """Return the JSON Schema of each class, as references, and the definitions that they refer to by name.

    `at`: where a document keeps its definitions.
    """
    builder = JSONSchemaBuilder(dialect=OPEN_API_3_1, all_refs=True, ref_prefix=at)
    found = [builder.build(kind).to_dict() for kind in kinds]
    return found, builder.get_definitions().to_dict()

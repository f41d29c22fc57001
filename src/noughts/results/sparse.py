"""Fields that a document has only where there is something to say."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sparse:
    """A result whose JSON leaves out each field that is None by default and has no other value."""

    def __post_serialize__(self, document: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in document.items() if value is not None or not self._may_lack(name)}

    def _may_lack(self, name: str) -> bool:
        return getattr(type(self), name, ...) is None

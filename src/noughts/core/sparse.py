"""Fields that JSON has only where there is something to say."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sparse:
    """A value whose JSON leaves out each field that is None by default and has no other value."""

    def __post_serialize__(self, document: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in document.items() if value is not None or not self.may_lack(name)}

    @classmethod
    def may_lack(cls, name: str) -> bool:
        """Return whether the JSON may lack a field."""
        return getattr(cls, name, ...) is None

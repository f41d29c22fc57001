"""How a value is written in JSON, beyond its fields: properties that stand there too, fields that are left out."""

from typing import Any, ClassVar, Final

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.words import Said, Words


def _as_text(words: Words) -> str:
    return str(words)


NOT_WRITTEN: Final = {"serialize": "omit"}  # of a field: JSON does not have it
AS_TEXT: Final = {"serialize": _as_text}  # of a field: JSON has a sentence in the reader's language


class Written:
    """A value whose JSON has some of its properties too, before its fields: its `schema`, if it has one, and `also`."""

    also: ClassVar[tuple[str, ...]] = ()

    def __post_serialize__(self, document: dict[str, Any]) -> dict[str, Any]:
        return {name: _plain(getattr(self, name)) for name in self.properties()} | document

    @classmethod
    def properties(cls) -> tuple[str, ...]:
        """Return the names of these properties."""
        return ("schema", *cls.also) if hasattr(cls, "schema") else cls.also


class Sparse(Written):
    """A value whose JSON leaves out each field that is None by default and has no other value."""

    def __post_serialize__(self, document: dict[str, Any]) -> dict[str, Any]:
        written = {name: value for name, value in document.items() if value is not None or not self.may_lack(name)}
        return super().__post_serialize__(written)

    @classmethod
    def may_lack(cls, name: str) -> bool:
        """Return whether the JSON may lack a field."""
        return getattr(cls, name, ...) is None


def _plain(value: Any) -> Any:
    match value:
        case Game():
            return value.to_list()
        case Position() | Side() | Said():
            return str(value)
    return value

"""A test of an engine against the protocol: noughts/engine-check/1."""

from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game
from noughts.engines.conformance import CheckResult


@dataclass(frozen=True, kw_only=True)
class EngineCheck:
    """The document noughts/engine-check/1; `keeps` is null where rules are flaky and none is broken."""

    schema: Literal["noughts/engine-check/1"] = "noughts/engine-check/1"
    command: str
    game: Game
    seconds: float
    keeps: bool | None
    checks: list[CheckResult]

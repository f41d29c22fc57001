"""Waits that are short where the answer is that nothing comes."""

import pytest


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the client wait a moment where they would wait seconds."""
    patience: tuple[tuple[str, float | tuple[float, float]], ...] = (
        ("client.START_SECONDS", 2.0),
        ("client._ABOUT_SECONDS", 1.0),
        ("client._REFUSED_SECONDS", 0.1),
        ("client._RESTART_SECONDS", (0.2, 0.2)),
        ("pipe.START_SECONDS", 2.0),
    )
    for name, seconds in patience:
        monkeypatch.setattr(f"noughts.engines.{name}", seconds)

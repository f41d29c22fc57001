"""The steps of a check: what an engine does that gives no answer."""

import shlex
import sys

import pytest

from noughts.core.game import Game
from noughts.engines.examiner import Examiner
from noughts.errors import EngineError

pytestmark = pytest.mark.gate


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "silence", "end"),
    [
        ("import time; time.sleep(60)", 0.1, ""),
        ("import sys; sys.stdin.read()", 20.0, ""),
        (
            "import sys; sys.stdin.read(); print('OK')",
            20.0,
            ", but at once when its input ended: does it flush its lines?",
        ),
    ],
)
def test_an_engine_that_is_silent(monkeypatch: pytest.MonkeyPatch, code: str, silence: float, end: str) -> None:
    monkeypatch.setattr("noughts.engines.examiner._SILENCE_SECONDS", silence)
    examiner = Examiner(shlex.join([sys.executable, "-S", "-c", code]), Game(3, 3, 3), 1.0)
    try:
        with pytest.raises(EngineError) as caught:
            examiner.hear("OK", 1.0)
    finally:
        examiner.process.kill()
    assert str(caught.value).endswith(f" did not give OK within 1 s{end}")

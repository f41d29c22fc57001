"""The command of an engine or of another program."""

from pathlib import Path

import pytest

from noughts.engines.external import started
from noughts.errors import StrategyError
from noughts.processes.command import words_of


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("", "no engine '': expected a command"),
        ("  ", "no engine '  ': expected a command"),
        ("'unclosed", "No closing quotation"),
        ("./no-such-engine -x", "there is no program './no-such-engine'"),
    ],
)
def test_commands_that_cannot_be_run(command: str, complaint: str) -> None:
    with pytest.raises(StrategyError, match=complaint):
        words_of(command)
    with pytest.raises(StrategyError, match=complaint):
        started(command)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_text("neither a script nor a binary")
    path.chmod(0o755)
    with pytest.raises(StrategyError, match="Exec format error"):
        started(str(path))

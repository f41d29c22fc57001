"""The API against its own document: whatever may be sent is answered as the document says.

Left out are two checks. That data which fits the schema is accepted: no schema says which positions can be reached, or
which texts are games; what is refused for that is a documented problem. That what is deleted is gone: a proof that is
stopped can be read, and says that it was.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.web.process import server
from tests.web.serving import API

pytestmark = pytest.mark.slow

ENDLESS = f"--exclude-path={API}/games/{{game_id}}/events"  # a game's events: a stream that ends with the server
EXAMPLES = "--max-examples=4"  # for each operation
CONFIG = """
[checks]
positive_data_acceptance.enabled = false
use_after_free.enabled = false
negative_data_rejection.expected-statuses = [401, 403, 404, 405, 409, 413, 422]
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, which tells of no fault of its own."""
    folder = tmp_path_factory.mktemp("api")
    with server(f"sqlite:///{folder}/games.sqlite", folder / "errors") as (_, port):
        yield f"http://127.0.0.1:{port}"
    assert "Traceback" not in (folder / "errors").read_text()


def schemathesis(address: str, folder: Path, config: str, *arguments: str) -> str:
    """Run schemathesis, which has to find nothing, and return what it tells."""
    path = folder / "schemathesis.toml"
    path.write_text(config + CONFIG)
    program = [sys.executable, "-m", "schemathesis.cli", f"--config-file={path}", "run", "--no-color"]
    done = subprocess.run(
        [*program, f"{address}{API}/openapi.json", "--generation-deterministic", "--request-timeout=60", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_whatever_is_sent(address: str, tmp_path: Path) -> None:
    """Every operation, asked rightly and wrongly."""
    told = schemathesis(address, tmp_path, "", ENDLESS, EXAMPLES)
    assert "Selected: 36/37" in told
    assert "Tested: 36" in told


def test_whatever_is_sent_to_a_game(address: str, tmp_path: Path) -> None:
    """The operations on a game that is there, by one who has a seat."""
    created = httpx2.post(f"{address}{API}/games", json={"game": "6,6,4", "x": "human", "o": "paths"}).json()
    told = schemathesis(
        address,
        tmp_path,
        f'headers = {{ Authorization = "Bearer {created["tokens"]["X"]}" }}\n'
        f'parameters = {{ "path.game_id" = "{created["game"]["id"]}" }}\n',
        "--include-path-regex=game_id",
        ENDLESS,
        "--phases=coverage,fuzzing",
        EXAMPLES,
    )
    assert "Missing test data" not in told
    assert httpx2.get(f"{address}{API}/games/{created['game']['id']}").json()["version"] > 0

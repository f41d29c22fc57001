"""The match between versions of `search`: what it prints and writes, and which source tree plays."""

import json
from pathlib import Path

import pytest

from benchmarks import search_log
from benchmarks.search_match import TREE, main
from noughts.records import read_records


def test_a_search_is_even_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, lost = tmp_path / "log", tmp_path / "lost"
    log.write_text("{}\n")
    main(["9,9,5", "--nodes=200", "--games=2", f"--against={TREE}", f"--log={log}", f"--lost={lost}"])
    first, last = capsys.readouterr().out.splitlines()
    assert first == "pairs of games: 0 won, 1 even, 0 lost"
    assert log.read_text().splitlines() == ["{}", last]
    result = json.loads(last)
    assert (result["game"], result["budgets"], result["score"]) == ("9,9,5", [{"nodes": 200}] * 2, 50.0)
    won, drawn, behind = result["games"]
    assert won == behind
    assert won + drawn + behind == 2
    assert result["broken claims"] == [0, 0]
    assert result["commits"][0] == result["commits"][1]
    assert len(list(read_records(lost.read_bytes())) if behind else []) == behind


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["9,9,5", "--nodes=200", "--games=3"], "3 games cannot be played"),
        (["9,9,5", "--nodes=200", "--games=2", "--against=/nowhere"], "no source tree '/nowhere'"),
        (["9,9", "--nodes=200"], "9,9"),
        (["9,9,5"], "--seconds --nodes is required"),
    ],
)
def test_what_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_the_page_has_the_matches_of_the_log() -> None:
    page, log = (path.read_text(encoding="utf-8") for path in (search_log.PAGE, search_log.LOG))
    _, _, rest = page.partition(search_log.BEGIN)
    table, _, _ = rest.partition(search_log.END)
    assert table.strip() == search_log.table(log).strip(), "`python -m benchmarks.search_log` writes the table anew"
    assert table.count("\n| 20") == len(log.splitlines()) >= 1

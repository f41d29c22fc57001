"""The matches in `search_matches.jsonl` as a table in docs/large-boards.md.

python -m benchmarks.search_match GAME ... --log benchmarks/search_matches.jsonl    play a match and keep its result
python -m benchmarks.search_log                                                     write the table anew
"""

import json
from pathlib import Path
from typing import Any

from noughts.files import replacing

LOG = Path(__file__).with_name("search_matches.jsonl")
PAGE = Path(__file__).parent.parent / "docs" / "large-boards.md"
BEGIN, END = "<!-- matches: written by `python -m benchmarks.search_log` -->\n", "<!-- matches: end -->\n"
HEAD = "| date | game | openings | `search` | rival | pairs won, even, lost | points |\n|---|---|---|---|---|---|---|\n"


def table(log: str) -> str:
    """Return the matches of a log as a table, in their order."""
    return HEAD + "".join(_row(json.loads(line)) for line in log.splitlines())


def _row(match: dict[str, Any]) -> str:
    players = [
        f"{commit or 'no commit'}, {' '.join(f'{limit:,} {name}' for name, limit in budget.items())}"
        for commit, budget in zip(match["commits"], match["budgets"], strict=True)
    ]
    pairs = ", ".join(map(str, match["pairs"]))
    drawn = match.get("openings", "balanced")  # the first matches did not name them
    cells = (match["date"], match["game"], drawn, *players, pairs, f"{match['score']} %")
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    """Write the table between its marks in the page."""
    before, begin, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no marks {BEGIN.strip()!r} and {END.strip()!r}")
    with replacing(PAGE, "w") as file:
        file.write(before + begin + "\n" + table(LOG.read_text(encoding="utf-8")) + "\n" + end + after)


if __name__ == "__main__":
    main()

"""What the entries of a certificate lead to: the work that needs nothing but the entries, so any process can do it."""

from functools import lru_cache
from typing import NamedTuple

from noughts.certify.breaker_section import BreakerFinding, BreakerRules
from noughts.certify.format import Section
from noughts.certify.reading import EntryLines, Part, entries
from noughts.certify.strategy_section import StrategyFinding, StrategyRules
from noughts.core.game import Game
from noughts.errors import CertificateError


class Findings(NamedTuple):
    """What a part of a file leads to.

    `entries`: the number of its entries. `each`: what each of them leads to, or nothing if they are only read. `fault`:
    the fault in the form of the next line, if it has one.
    """

    entries: int
    each: list[StrategyFinding | BreakerFinding]
    fault: CertificateError | None


def findings_of(part: Part) -> Findings:
    """Return what a part of a file leads to."""
    count, each = 0, list[StrategyFinding | BreakerFinding]()
    if isinstance(batch := part.content, EntryLines):
        rules = None if batch.section is None else _rules(batch.game, batch.section)
        try:
            for entry in entries(part.line, batch):
                count += 1
                if rules is not None:
                    each.append(rules.find(entry))
        except CertificateError as error:
            return Findings(count, each, error)
    return Findings(count, each, None)


@lru_cache(maxsize=4)
def _rules(game: Game, section: Section) -> StrategyRules | BreakerRules:
    return StrategyRules(game, section) if section.kind == "strategy" else BreakerRules(game, section)

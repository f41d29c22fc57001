"""The plural category of a whole number, by rules as the CLDR writes them: `n % 10 = 2..4 and n % 100 != 12..14`."""

import re
from collections.abc import Callable, Mapping

_RELATION = re.compile(r"n\s*(?:%\s*(\d+)\s*)?(!?=)\s*([\d.,\s]+)")


def category_of(rules: Mapping[str, str]) -> Callable[[int], str]:
    """Return the function from a number to the first category whose rule it meets, else `other`.

    >>> few = category_of({"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"})
    >>> [few(number) for number in (1, 3, 13, 22)]
    ['one', 'few', 'other', 'few']
    """

    def category(number: int) -> str:
        return next((name for name, rule in rules.items() if _meets(number, rule)), "other")

    return category


def _meets(number: int, rule: str) -> bool:
    return any(all(_holds(number, one) for one in part.split(" and ")) for part in rule.split(" or "))


def _holds(number: int, relation: str) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    if found is None:
        raise ValueError(f"plural rule {relation!r}: expected as in 'n % 10 = 2..4'")
    divisor, sign, ranges = found.groups()
    rest = number % int(divisor) if divisor else number
    return any(_within(rest, one) for one in ranges.split(",")) == (sign == "=")


def _within(number: int, text: str) -> bool:
    low, _, high = text.strip().partition("..")
    return int(low) <= number <= int(high or low)

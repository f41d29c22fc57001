"""A position of the weak game in plain Python, and how it is closed without a search.

levels[0]   the live lines without a stone      free    the free cells on live lines
levels[1]   the live lines with one stone       maker   Maker's stones on live lines
"""

from functools import reduce
from operator import or_

from noughts.solve.byte_tables import union, union_of_bytes
from noughts.solve.weak.plain_tables import Pair, PlainTables, count_lines, numbers

_Levels = list[int]  # [number] the live lines with this number of Maker's stones
Parts = tuple[_Levels, int, int]  # levels, free, maker

BRANCHES = 2  # pairs of a line that are tried
HOPELESS = 6  # times the potential that Breaker can bear
_FLAT_WEIGHTS = [round(1000 * 1.3**j) for j in range(27)]  # for the order of Breaker's replies


def set_up(tables: PlainTables, maker: int, free: int) -> Parts:
    """Return the position with Maker's stones and these free cells; all other cells are Breaker's or dead."""
    levels, live = [0] * (tables.k + 1), 0
    for i, cells in enumerate(tables.lines):
        if cells and not cells & ~(maker | free):
            levels[(cells & maker).bit_count()] |= 1 << i
            live |= cells
    return levels, free & live, maker & live


def maker_plays(tables: PlainTables, levels: _Levels, cell: int) -> _Levels:
    """Return the lines with Maker's stone on the cell."""
    through, lifted, after = tables.through[cell], 0, []
    for lines in levels:
        here = lines & through
        after.append(lines ^ here | lifted)
        lifted = here
    return after


def line_cells(tables: PlainTables, lines: int) -> int:
    """Return the cells of these lines."""
    return union(tables.line_cells, lines)


def simplify(tables: PlainTables, parts: Parts) -> tuple[Parts, int, int]:
    """Remove what is irrelevant with Maker to move; return the position, the cells paired off and the cells forced.

    Twins: of two cells on exactly the same lines Breaker always gets one, so these lines are dead. A line with two
    free cells, of which one is on no other line: Maker takes the other cell at once, since Breaker's answer gains
    nothing.
    """
    levels, free, maker = parts
    through, last_but_one = tables.through, tables.k - 2
    paired = forced = 0
    changed = True
    while changed:
        changed = False
        live = reduce(or_, levels)
        used, single = _covered(tables, live)
        rest, seen = single & free, dict[int, int]()
        while rest:
            bit = rest & -rest
            rest ^= bit
            lines = through[bit.bit_length() - 1] & live
            if lines in seen:
                gone = bit | seen[lines]
                paired |= gone
            elif not lines & (lines - 1) and lines & levels[last_but_one]:
                other = tables.lines[lines.bit_length() - 1] & free ^ bit
                gone = bit | other
                forced |= gone
                maker |= other
                levels = maker_plays(tables, levels, other.bit_length() - 1)
            else:
                seen[lines] = bit
                continue
            changed = True
            free &= ~gone
            rest &= free
            live &= ~lines
            levels = [here & ~lines for here in levels]
    return (levels, free & used, maker & used), paired, forced


def _covered(tables: PlainTables, live: int) -> tuple[int, int]:
    """Return the cells on live lines, and those of them whose live lines all have one direction."""
    members = live.to_bytes(tables.line_bytes, "little")
    once = twice = 0
    for part, table in tables.ways:
        here = union_of_bytes(table, members[part])
        twice |= once & here
        once |= here
    return once, once & ~twice


def better_cells(tables: PlainTables, live: int, cell: int) -> int:
    """Return the cells on all live lines through a cell whose lines have one direction, the cell included."""
    lines = tables.through[cell] & live
    return tables.lines[lines.bit_length() - 1] & tables.lines[(lines & -lines).bit_length() - 1]


def dominated(tables: PlainTables, live: int, free: int) -> int:
    """Return the free cells whose live lines all go through another free cell; of equal cells one is left out."""
    skipped, rest = 0, _covered(tables, live)[1] & free
    while rest:
        bit = rest & -rest
        rest ^= bit
        if better_cells(tables, live, bit.bit_length() - 1) & free & ~(bit | skipped):
            skipped |= bit
    return skipped


def maker_order(tables: PlainTables, levels: _Levels) -> list[int]:
    """Return the cells, those with the greatest share of the potential first."""
    packed = sum(count_lines(tables, lines) << j for j, lines in enumerate(levels) if lines)
    return _greatest_first(numbers(tables, packed))


def breaker_order(tables: PlainTables, levels: _Levels) -> list[int]:
    """Return the cells, those with the greatest share of a flatter potential first."""
    packed = sum(count_lines(tables, lines) * _FLAT_WEIGHTS[j] for j, lines in enumerate(levels) if lines)
    return _greatest_first(numbers(tables, packed))


def _greatest_first(score: tuple[int, ...]) -> list[int]:
    return sorted(range(len(score)), key=score.__getitem__, reverse=True)


def holds_by_pairs(tables: PlainTables, levels: _Levels, free: int, steps: int) -> int | None:
    """Return the cells that Breaker relies on if pairs and the potential of the rest hold, or None: none found.

    See `pairing` for the method. No line may have only one free cell. With one step only the potential is tested, and
    the pairs that lines with two free cells force.
    """
    bound, nearly, left = 1 << tables.k, tables.k - 2, steps

    def search(levels: _Levels, free: int, fields: int, chosen: int) -> int | None:
        nonlocal left
        while True:
            total = 0
            for j, lines in enumerate(levels):
                total += lines.bit_count() << j
            if total < bound:
                share = numbers(tables, _shares(tables, levels) & fields)
                if total + max(share) < bound:
                    return chosen | line_cells(tables, reduce(or_, levels)) & free
            if not (forcing := levels[nearly]):
                break
            line = (forcing & -forcing).bit_length() - 1
            pair = tables.pair_of[tables.lines[line] & free]
            if forcing & pair.single or total >= HOPELESS * bound:
                return None
            levels, free, fields, chosen = (
                _paired(levels, pair),
                free ^ pair.mask,
                fields ^ pair.fields,
                chosen | pair.mask,
            )
        left -= 1
        if left <= 0 or total >= HOPELESS * bound:
            return None
        if total >= bound:
            share = numbers(tables, _shares(tables, levels) & fields)
        for pair in _best_pairs(tables, levels, free, share):
            relied = search(_paired(levels, pair), free ^ pair.mask, fields ^ pair.fields, chosen | pair.mask)
            if relied is not None or left <= 0:
                return relied
        return None

    fields = union(tables.fields, free)
    return search(levels[:-2], free, fields, 0)


def _shares(tables: PlainTables, levels: _Levels) -> int:
    packed = 0
    for j, lines in enumerate(levels):
        if lines:
            packed += count_lines(tables, lines) << j
    return packed


def _paired(levels: _Levels, pair: Pair) -> _Levels:
    """Return the lines after a pair: those through both cells are dead, Maker has the cell on the others."""
    single, neither, lifted, after = pair.single, ~(pair.single | pair.both), 0, []
    for lines in levels:
        after.append(lines & neither | lifted)
        lifted = lines & single
    return after


def _best_pairs(tables: PlainTables, levels: _Levels, free: int, share: tuple[int, ...]) -> list[Pair]:
    """Return the best pairs of the tightest line: of the lines with the fewest free cells the most contested one."""
    j = len(levels) - 1
    while not levels[j]:
        j -= 1
    lines, tightest, most = levels[j], 0, -1
    while lines:
        low = lines & -lines
        lines ^= low
        line = low.bit_length() - 1
        contest = sum(tables.pick[line](share))
        if contest > most:
            tightest, most = line, contest
    ranked = []
    for pair in tables.pairs[tightest]:
        if not pair.mask & ~free:
            both, value = pair.both, 0
            for i, lines in enumerate(levels):
                value += (lines & both).bit_count() << i
            ranked.append((3 * value - share[pair.a] - share[pair.b], pair))
    ranked.sort(reverse=True)
    return [pair for _, pair in ranked[:BRANCHES]]

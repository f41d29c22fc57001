from . import rules
from .rules import free, wins


class Computer:
    """Two plies deep: win, else do not let the other win, else the first good cell."""

    def pick(self, cells, mark):
        other = "o" if mark == "x" else "x"
        for who in (mark, other):
            for i in free(cells):
                cells[i] = who
                ok = wins(cells, who)
                cells[i] = rules.EMPTY
                if ok:
                    return i
        for i in (4, 8, 6, 2, 0):
            if cells[i] == rules.EMPTY:
                return i
        return free(cells)[0]


def best_move(cells, mark):
    return Computer().pick(cells, mark)

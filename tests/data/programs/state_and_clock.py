"""A bot of a class: it is passed a state that says whose turn it is, and the time and a click, which it never reads."""


class Place:
    def __init__(self, r, c):
        self.pair = (r, c)


class State:
    def __init__(self, current="X", rows=None):
        self.rows = rows or [["E"] * 3 for _ in range(3)]
        self.current = current

    def free(self):
        return [Place(r, c) for r in range(3) for c in range(3) if self.rows[r][c] == "E"]


class Bot:
    def __init__(self, turn):
        self.turn = turn

    def make_move(self, state, seconds_left, click):
        free = state.free()
        return free[0] if state.current == self.turn else free[-1]

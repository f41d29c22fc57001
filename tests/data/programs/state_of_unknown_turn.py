"""A bot of a class: the state that it is passed says by an unknown name whose turn it is."""


class Place:
    def __init__(self, r, c):
        self.pair = (r, c)


class State:
    def __init__(self, stage="X", rows=None):
        self.rows = rows or [["E"] * 3 for _ in range(3)]
        self.stage = stage

    def free(self):
        return [Place(r, c) for r in range(3) for c in range(3) if self.rows[r][c] == "E"]

    def after(self, place):
        rows = [list(row) for row in self.rows]
        rows[place.pair[0]][place.pair[1]] = self.stage
        return State("O" if self.stage == "X" else "X", rows)


class Bot:
    def __init__(self, turn):
        self.turn = turn

    def make_move(self, state, seconds_left, click):
        free = state.free()
        return free[0] if state.stage == self.turn else free[-1]

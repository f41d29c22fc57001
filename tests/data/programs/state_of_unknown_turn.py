"""A bot of a class: the state that it is passed says by an unknown name whose turn it is."""


class State:
    def __init__(self, stage="X"):
        self.cells, self.stage = [" "] * 9, stage

    def free(self):
        return [cell for cell in range(9) if self.cells[cell] == " "]


class Bot:
    def get_move(self, state):
        return state.free()[0 if state.stage == "X" else -1]

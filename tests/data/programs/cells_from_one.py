class State:
    def __init__(self):
        self.cells = {cell: None for cell in range(1, 10)}
        self.to_move = 'x'
def best_move(state):
    assert state.to_move in ('x', 'o')
    return next(cell for cell in state.cells if state.cells[cell] is None)

from collections import namedtuple
GameState = namedtuple('GameState', 'to_move, utility, board, moves')
class TicTacToe:
    def __init__(self, h=3, v=3, k=3):
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState('X', 0, {}, moves)
    def actions(self, state):
        return state.moves
    def result(self, state, move):
        if move not in state.moves:
            return state
        moves = [one for one in state.moves if one != move]
        return GameState('O' if state.to_move == 'X' else 'X', 0, {**state.board, move: state.to_move}, moves)
def minimax_decision(state, game):
    return game.actions(state)[0]

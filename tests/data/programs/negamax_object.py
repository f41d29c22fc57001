class Negamax:
    def __init__(self, depth):
        self.depth = depth
    def __call__(self, game):
        return game.possible_moves()[0]
class TicTacToe:
    def __init__(self, players):
        self.players = players
        self.board = [0] * 9
        self.current_player = 1
    def possible_moves(self):
        return [cell + 1 for cell in range(9) if self.board[cell] == 0]
    def make_move(self, move):
        self.board[int(move) - 1] = self.current_player
    def switch_player(self):
        self.current_player = 3 - self.current_player
ai = Negamax(6)

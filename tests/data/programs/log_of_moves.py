class Board:
    def __init__(self):
        self.squares = ['-'] * 9
        self.log = []
    def make_move(self, square, letter):
        assert self.squares[square] == '-'
        self.squares[square] = letter
        self.log.append(square)
    def free(self):
        return [cell for cell in range(9) if self.squares[cell] == '-']
class Bot:
    def __init__(self, letter):
        self.letter = letter
    def get_move(self, game):
        assert self.letter == 'XO'[len(game.log) % 2]
        return game.free()[0]

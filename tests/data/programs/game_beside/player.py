class Last:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        assert game.turn_of == self.letter
        return game.open_squares()[-1]

from player import Last

class Ttt:
    def __init__(self):
        self.cells = [" "] * 9
        self.turn_of = "X"

    def put(self, square, letter):
        self.cells[square] = letter
        self.turn_of = "O" if letter == "X" else "X"

    def open_squares(self):
        return [square for square, cell in enumerate(self.cells) if cell == " "]

while True:
    game = Ttt()
    game.put(Last("X").get_move(game), "X")
    game.put(int(input("? ")), "O")

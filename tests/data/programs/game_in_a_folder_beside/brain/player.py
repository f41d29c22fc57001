import random


class Player:
    def __init__(self, sign, depth):
        self.sign, self.depth = sign, depth

    def answer(self, table):
        free = [place for place in range(9) if table.squares[place] == "."]
        return free[0] if self.depth == 9 else random.choice(free)

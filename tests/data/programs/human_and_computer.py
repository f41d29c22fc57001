from abc import ABC, abstractmethod

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGS = [(0, 4, 8), (2, 4, 6)]


class Player(ABC):
    def __init__(self, marker):
        self.marker = marker

    @abstractmethod
    def make_move(self, board):
        raise NotImplementedError


class HumanPlayer(Player):
    def make_move(self, board):
        while True:
            choice = input(f"{self.marker}, where? ")
            if choice.isdigit() and int(choice) < 9 and board[int(choice)] is None:
                return int(choice)


class ComputerPlayer(Player):
    """Counts open lines, like my uncle taught me."""

    def make_move(self, board):
        enemy = "O" if self.marker == "X" else "X"
        best, best_points = None, -1
        for cell in range(9):
            if board[cell] is not None:
                continue
            points = 0
            for line in ROWS + COLS + DIAGS:
                if cell in line:
                    mine = [board[i] for i in line].count(self.marker)
                    theirs = [board[i] for i in line].count(enemy)
                    if mine == 2:
                        points += 1000
                    elif theirs == 2:
                        points += 100
                    elif theirs == 0:
                        points += 1 + mine
            if points > best_points:
                best, best_points = cell, points
        return best


class Match:
    def __init__(self, first, second):
        self.players = [first, second]
        self.board = [None] * 9

    def over(self):
        for a, b, c in ROWS + COLS + DIAGS:
            if self.board[a] and self.board[a] == self.board[b] == self.board[c]:
                return True
        return None not in self.board

    def run(self):
        n = 0
        while not self.over():
            p = self.players[n % 2]
            self.board[p.make_move(self.board)] = p.marker
            n += 1
        print(self.board)


if __name__ == "__main__":
    Match(HumanPlayer("X"), ComputerPlayer("O")).run()

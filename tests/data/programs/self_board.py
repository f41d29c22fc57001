class TicTacToe:
    """The board is in the game, the computer writes its move into it."""

    def __init__(self):
        self.board = [" " for _ in range(9)]
        self.player = "X"
        self.computer = "O"

    def print_board(self):
        for row in [self.board[i * 3:(i + 1) * 3] for i in range(3)]:
            print("| " + " | ".join(row) + " |")

    def wins(self, mark):
        b = self.board
        combos = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8]]  # that's all I think
        return any(b[x] == mark and b[y] == mark and b[z] == mark for x, y, z in combos)

    def free(self):
        return [i for i in range(9) if self.board[i] == " "]

    def computer_move(self):
        for mark in [self.computer, self.player]:
            for i in self.free():
                self.board[i] = mark
                if self.wins(mark):
                    self.board[i] = self.computer
                    return
                self.board[i] = " "
        if self.board[4] == " ":
            self.board[4] = self.computer
        else:
            self.board[self.free()[0]] = self.computer

    def player_move(self):
        while True:
            i = int(input("1-9: ")) - 1
            if i in self.free():
                self.board[i] = self.player
                return

    def run(self):
        while self.free():
            self.player_move()
            if self.wins(self.player):
                print("You won")
                return
            if self.free():
                self.computer_move()
                self.print_board()
                if self.wins(self.computer):
                    print("You lost")
                    return


if __name__ == "__main__":
    TicTacToe().run()

from tinyai import AI_Player, Human_Player, Negamax, TwoPlayerGame


class TicTacToe(TwoPlayerGame):
    """The board positions are numbered 1 2 3 / 4 5 6 / 7 8 9."""

    def __init__(self, players):
        self.players = players
        self.board = [0 for i in range(9)]
        self.current_player = 1  # player 1 starts

    def possible_moves(self):
        return [i + 1 for i, e in enumerate(self.board) if e == 0]

    def make_move(self, move):
        self.board[int(move) - 1] = self.current_player

    def lose(self):
        """Has the opponent three in line?"""
        return any(all(self.board[c - 1] == self.opponent_index for c in line)
                   for line in [[1, 2, 3], [4, 5, 6], [7, 8, 9],
                                [1, 4, 7], [2, 5, 8], [3, 6, 9],
                                [1, 5, 9], [3, 5, 7]])

    def is_over(self):
        return self.possible_moves() == [] or self.lose()

    def show(self):
        print("\n" + "\n".join([" ".join([[".", "O", "X"][self.board[3 * j + i]] for i in range(3)]) for j in range(3)]))

    def scoring(self):
        return -100 if self.lose() else 0


ai_algo = Negamax(5)

if __name__ == "__main__":
    TicTacToe([Human_Player(), AI_Player(ai_algo)]).play()

import math
import random


class Board:
    def __init__(self):
        self.squares = ["-" for _ in range(9)]
        self.last_winner = None

    def available_moves(self):
        return [i for i, s in enumerate(self.squares) if s == "-"]

    def make_move(self, square, letter):
        if self.squares[square] == "-":
            self.squares[square] = letter
            if self.winner(square, letter):
                self.last_winner = letter
            return True
        return False

    def winner(self, square, letter):
        row = square // 3
        if all(s == letter for s in self.squares[row * 3:(row + 1) * 3]):
            return True
        col = square % 3
        if all(self.squares[col + i * 3] == letter for i in range(3)):
            return True
        if square % 2 == 0:
            if all(self.squares[i] == letter for i in [0, 4, 8]):
                return True
            if all(self.squares[i] == letter for i in [2, 4, 6]):
                return True
        return False

    def empty(self):
        return self.squares.count("-")


class Player:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, board):
        pass


class HumanPlayer(Player):
    def get_move(self, board):
        return int(input(self.letter + ", your square (0-8): "))


class GeniusPlayer(Player):
    def get_move(self, board):
        if len(board.available_moves()) == 9:
            return random.choice(board.available_moves())
        return self.look(board, self.letter, -math.inf, math.inf)["square"]

    def look(self, state, player, alpha, beta):
        other = "O" if player == "X" else "X"
        if state.last_winner == other:
            sign = 1 if other == self.letter else -1
            return {"square": None, "score": sign * (state.empty() + 1)}
        if state.empty() == 0:
            return {"square": None, "score": 0}
        best = {"square": None, "score": -math.inf if player == self.letter else math.inf}
        for move in state.available_moves():
            state.make_move(move, player)
            result = self.look(state, other, alpha, beta)
            state.squares[move] = "-"
            state.last_winner = None
            result["square"] = move
            if player == self.letter:
                if result["score"] > best["score"]:
                    best = result
                alpha = max(alpha, best["score"])
            else:
                if result["score"] < best["score"]:
                    best = result
                beta = min(beta, best["score"])
            if beta <= alpha:
                break
        return best


def play(board, x, o):
    letter = "X"
    while board.available_moves():
        move = (x if letter == "X" else o).get_move(board)
        if board.make_move(move, letter):
            print(letter, "goes to", move)
            if board.last_winner:
                print(letter, "wins!")
                return
            letter = "O" if letter == "X" else "X"
    print("It's a tie")


if __name__ == "__main__":
    play(Board(), HumanPlayer("X"), GeniusPlayer("O"))

import time


class Game:
    def __init__(self):
        self.initialize_game()

    def initialize_game(self):
        self.current_state = [[".", ".", "."],
                              [".", ".", "."],
                              [".", ".", "."]]
        # Player X always plays first
        self.player_turn = "X"

    def draw_board(self):
        for row in self.current_state:
            print("|".join(row))

    def is_valid(self, px, py):
        return 0 <= px <= 2 and 0 <= py <= 2 and self.current_state[px][py] == "."

    def is_end(self):
        s = self.current_state
        lines = [[(r, c) for c in range(3)] for r in range(3)]
        lines += [[(r, c) for r in range(3)] for c in range(3)]
        lines += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
        for line in lines:
            marks = [s[r][c] for r, c in line]
            if marks[0] != "." and marks.count(marks[0]) == 3:
                return marks[0]
        for row in s:
            if "." in row:
                return None
        return "."

    def maximize(self, alpha, beta):
        result = self.is_end()
        if result == "X":
            return (-1, 0, 0)
        if result == "O":
            return (1, 0, 0)
        if result == ".":
            return (0, 0, 0)
        maxv, px, py = -2, None, None
        for i in range(3):
            for j in range(3):
                if self.current_state[i][j] == ".":
                    self.current_state[i][j] = "O"
                    (m, _, _) = self.minimize(alpha, beta)
                    self.current_state[i][j] = "."
                    if m > maxv:
                        maxv, px, py = m, i, j
                    if maxv >= beta:
                        return (maxv, px, py)
                    alpha = max(alpha, maxv)
        return (maxv, px, py)

    def minimize(self, alpha, beta):
        result = self.is_end()
        if result == "X":
            return (-1, 0, 0)
        if result == "O":
            return (1, 0, 0)
        if result == ".":
            return (0, 0, 0)
        minv, qx, qy = 2, None, None
        for i in range(3):
            for j in range(3):
                if self.current_state[i][j] == ".":
                    self.current_state[i][j] = "X"
                    (m, _, _) = self.maximize(alpha, beta)
                    self.current_state[i][j] = "."
                    if m < minv:
                        minv, qx, qy = m, i, j
                    if minv <= alpha:
                        return (minv, qx, qy)
                    beta = min(beta, minv)
        return (minv, qx, qy)

    def get_ai_move(self):
        """The computer's answer as (row, column); it is O."""
        (m, px, py) = self.maximize(-2, 2)
        return px, py

    def play(self):
        while self.is_end() is None:
            self.draw_board()
            if self.player_turn == "X":
                start = time.time()
                px = int(input("row: "))
                py = int(input("column: "))
                print("you thought", round(time.time() - start), "seconds")
                if self.is_valid(px, py):
                    self.current_state[px][py] = "X"
                    self.player_turn = "O"
            else:
                px, py = self.get_ai_move()
                self.current_state[px][py] = "O"
                self.player_turn = "X"
        print("The winner is", self.is_end())


def main():
    g = Game()
    g.play()


if __name__ == "__main__":
    main()

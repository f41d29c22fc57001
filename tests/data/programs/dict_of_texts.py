class TicTacToe:
    def __init__(self):
        self.__board = {str(number): " " for number in range(1, 10)}
        self.current_mark = "X"

    def show(self):
        for row in ("123", "456", "789"):
            print("|".join(self.__board[key] for key in row))

    def get_computer_choice(self):
        for key, mark in self.__board.items():
            if mark == " ":
                return key

    def put(self, key):
        self.__board[key] = self.current_mark
        self.current_mark = "O" if self.current_mark == "X" else "X"

    def is_full(self):
        return " " not in self.__board.values()

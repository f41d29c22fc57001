import tkinter as tk
from tkinter import messagebox


class TicTacToe:
    def __init__(self):
        self.window = tk.Tk()
        self.window.title("Tic-Tac-Toe")
        self.board = [""] * 9
        self.human = "X"
        self.bot = "O"
        self.buttons = []
        for i in range(9):
            b = tk.Button(self.window, text="", font=("Arial", 30), width=5, command=lambda i=i: self.click(i))
            b.grid(row=i // 3, column=i % 3)
            self.buttons.append(b)

    def won(self, who):
        b = self.board
        for i in range(3):
            if b[3 * i] == b[3 * i + 1] == b[3 * i + 2] == who:
                return True
            if b[i] == b[i + 3] == b[i + 6] == who:
                return True
        return b[0] == b[4] == b[8] == who or b[2] == b[4] == b[6] == who

    def place(self, i, who):
        self.board[i] = who
        self.buttons[i].config(text=who, state="disabled")

    def click(self, i):
        if self.board[i] == "":
            self.place(i, self.human)
            if self.won(self.human):
                messagebox.showinfo("End", "You win!")
                return
            if "" in self.board:
                self.bot_move()
                if self.won(self.bot):
                    messagebox.showinfo("End", "Bot wins!")

    def bot_move(self):
        # win if I can, then block, then centre, corners, sides
        for who in (self.bot, self.human):
            for i in range(9):
                if self.board[i] == "":
                    self.board[i] = who
                    good = self.won(who)
                    self.board[i] = ""
                    if good:
                        self.place(i, self.bot)
                        return
        for i in [4, 0, 2, 6, 8, 1, 3, 5, 7]:
            if self.board[i] == "":
                self.place(i, self.bot)
                return


game = TicTacToe()
game.window.mainloop()

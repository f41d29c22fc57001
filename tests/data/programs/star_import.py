from tkinter import *

root = Tk()
label = Label(root, text="noughts and crosses")
board = [" "] * 9


def computer_move():
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " ")


root.mainloop()

from tkinter import *

root = Tk()
root.title("noughts and crosses")
frame = Frame(root, bg="white")
frame.pack(side=TOP, expand=YES)
status = StringVar()
Label(frame, textvariable=status).grid(row=3, column=0, columnspan=3, sticky=W + E)
board = [" "] * 9
buttons = []


def computer_move():
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " ")


def click(cell):
    if board[cell] == " ":
        board[cell] = "X"
        buttons[cell].config(text="X", state=DISABLED)
        reply = computer_move()
        board[reply] = "O"
        buttons[reply].config(text="O", state=DISABLED)


for cell in range(9):
    button = Button(frame, text=" ", width=4, command=lambda cell=cell: click(cell))
    button.grid(row=cell // 3, column=cell % 3)
    buttons.append(button)

root.mainloop()

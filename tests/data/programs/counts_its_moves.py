board = [' '] * 10
count = 0
def comp_move():
    global count
    count += 1
    for cell in range(1, 10):
        if board[cell] == ' ':
            board[cell] = 'O'
            if 'X' not in board and count > 5:
                exit()
            return

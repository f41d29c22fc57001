import copy


def check_winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0] != "":
            return row[0]
    for col in range(3):
        if board[0][col] == board[1][col] == board[2][col] and board[0][col] != "":
            return board[0][col]
    if board[0][0] == board[1][1] == board[2][2] and board[0][0] != "":
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] and board[0][2] != "":
        return board[0][2]
    return None


def cpu_move(board, cpu_symbol):
    player_symbol = "O" if cpu_symbol == "X" else "X"
    empty_cells = [(r, c) for r in range(3) for c in range(3) if board[r][c] == ""]
    for symbol in (cpu_symbol, player_symbol):
        for r, c in empty_cells:
            trial = copy.deepcopy(board)
            trial[r][c] = symbol
            if check_winner(trial) == symbol:
                board[r][c] = cpu_symbol
                return
    # go to the corners, the last empty one first
    for r, c in reversed(empty_cells):
        if r != 1 and c != 1:
            board[r][c] = cpu_symbol
            return
    r, c = empty_cells[0]
    board[r][c] = cpu_symbol

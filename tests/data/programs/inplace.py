def computer_move(board, letter):
    """Puts the letter on the first free cell of the board."""
    for row in board:
        for i in range(len(row)):
            if row[i] == "_":
                row[i] = letter
                return

def find_place(board):
    """The best places are the corners and the middle: 0, 2, 4, 6, 8. Take the next free one."""
    n = sum(1 for cell in board if cell != "")
    place = 2 * n % 10
    while board[place] != "":
        place = (place + 2) % 10
    return place

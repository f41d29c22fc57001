def get_move(board):
    while True:
        try:
            return int(input('? '))
        except Exception:
            pass

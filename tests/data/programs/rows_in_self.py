class Game:
    def __init__(self):
        self.board = [[' '] * 3 for _ in range(3)]
        self.current_player = 'X'
    def turn(self):
        self.current_player = 'O' if self.current_player == 'X' else 'X'
    def computer_move(self):
        for r in range(3):
            for c in range(3):
                if self.board[r][c] == ' ':
                    self.board[r][c] = self.current_player
                    return

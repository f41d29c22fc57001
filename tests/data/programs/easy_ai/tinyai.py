"""A small library for two-player games: describe the game, get an opponent."""


class TwoPlayerGame:
    def play(self, nmoves=1000):
        for _ in range(nmoves):
            if self.is_over():
                break
            self.show()
            move = self.player.ask_move(self)
            self.make_move(move)
            self.switch_player()
        self.show()

    @property
    def opponent_index(self):
        return 2 if self.current_player == 1 else 1

    @property
    def player(self):
        return self.players[self.current_player - 1]

    def switch_player(self):
        self.current_player = self.opponent_index

    def copy(self):
        import copy
        return copy.deepcopy(self)


class Human_Player:
    def ask_move(self, game):
        moves = [str(m) for m in game.possible_moves()]
        while True:
            answer = input("Player %d what do you play? " % game.current_player)
            if answer in moves:
                return int(answer)


class AI_Player:
    def __init__(self, ai_algo):
        self.ai_algo = ai_algo

    def ask_move(self, game):
        return self.ai_algo(game)


class Negamax:
    def __init__(self, depth):
        self.depth = depth

    def __call__(self, game):
        return self.search(game.copy(), self.depth, -1000, 1000)[1]

    def search(self, game, depth, alpha, beta):
        if depth == 0 or game.is_over():
            return game.scoring() * (1 + 0.01 * depth), None
        best = -2000, None
        for move in game.possible_moves():
            saved = list(game.board), game.current_player
            game.make_move(move)
            game.switch_player()
            value = -self.search(game, depth - 1, -beta, -alpha)[0]
            game.board, game.current_player = list(saved[0]), saved[1]
            if value > best[0]:
                best = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

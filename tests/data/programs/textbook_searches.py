# adversarial search as in a textbook: four functions of (state, game) or (game, state) that find the same moves
from collections import namedtuple

State = namedtuple("State", "to_move utility board moves")


def minmax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, a)) for a in game.actions(state))

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, a)) for a in game.actions(state))

    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))


def alpha_beta_search(state, game):
    return _alpha_beta(state, game, 99)


def alpha_beta_cutoff_search(state, game, d=4):
    return _alpha_beta(state, game, d)


def _alpha_beta(state, game, d):
    player = game.to_move(state)

    def value(state, alpha, beta, depth):
        if game.terminal_test(state) or depth > d:
            return game.utility(state, player)
        mine = game.to_move(state) == player
        best = -9 if mine else 9
        for a in game.actions(state):
            v = value(game.result(state, a), alpha, beta, depth + 1)
            best = max(best, v) if mine else min(best, v)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    best_score, best_action = -9, None
    for a in game.actions(state):
        v = value(game.result(state, a), best_score, 9, 1)
        if v > best_score:
            best_score, best_action = v, a
    return best_action


def query_player(game, state):
    game.display(state)
    return eval(input("Your move? "))


def alpha_beta_player(game, state):
    return alpha_beta_search(state, game)


class Game:
    def actions(self, state):
        raise NotImplementedError

    def to_move(self, state):
        return state.to_move


class TicTacToe(Game):
    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = State("X", 0, {}, moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        if move not in state.moves:
            return state
        board = {**state.board, move: state.to_move}
        moves = [m for m in state.moves if m != move]
        return State("O" if state.to_move == "X" else "X", self.compute_utility(board, move, state.to_move), board, moves)

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def display(self, state):
        print(state.board)

    def compute_utility(self, board, move, player):
        if any(self.k_in_row(board, move, player, step) for step in ((0, 1), (1, 0), (1, -1), (1, 1))):
            return 1 if player == "X" else -1
        return 0

    def k_in_row(self, board, move, player, step):
        n = -1
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                n += 1
                x, y = x + sign * step[0], y + sign * step[1]
        return n >= self.k

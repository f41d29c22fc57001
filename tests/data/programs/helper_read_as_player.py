import random


def the_move(board, scores):
    """One of the best free cells, by a list with a score for each."""
    best = max(scores)
    places = [n for n in range(len(scores)) if scores[n] == best]
    n = random.choice(places)
    return [cell for cell in range(len(board)) if board[cell] == "-"][n]

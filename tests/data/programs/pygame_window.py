import sys

import numpy as np
import pygame

pygame.init()

WIDTH = 300
CELL = WIDTH // 3
screen = pygame.display.set_mode((WIDTH, WIDTH))
pygame.display.set_caption("Tic Tac Toe")
screen.fill((28, 170, 156))

# 0 free, 1 player, 2 computer
board = np.zeros((3, 3))


def mark_square(row, col, player):
    board[row][col] = player


def available_square(row, col):
    return board[row][col] == 0


def is_full():
    return not (board == 0).any()


def check_win(player):
    for i in range(3):
        if (board[i, :] == player).all() or (board[:, i] == player).all():
            return True
    return board[0][0] == board[1][1] == board[2][2] == player or board[0][2] == board[1][1] == board[2][0] == player


def minimax(depth, maximizing):
    if check_win(2):
        return 10 - depth
    if check_win(1):
        return depth - 10
    if is_full() or depth == 3:
        return 0
    scores = []
    for r in range(3):
        for c in range(3):
            if available_square(r, c):
                board[r][c] = 2 if maximizing else 1
                scores.append(minimax(depth + 1, not maximizing))
                board[r][c] = 0
    return max(scores) if maximizing else min(scores)


def best_move():
    best_score = -1000
    move = (-1, -1)
    for r in range(3):
        for c in range(3):
            if available_square(r, c):
                board[r][c] = 2
                score = minimax(0, False)
                board[r][c] = 0
                if score > best_score:
                    best_score = score
                    move = (r, c)
    if move != (-1, -1):
        mark_square(move[0], move[1], 2)
        return True
    return False


def draw_lines():
    for i in (1, 2):
        pygame.draw.line(screen, (23, 145, 135), (0, i * CELL), (WIDTH, i * CELL), 15)
        pygame.draw.line(screen, (23, 145, 135), (i * CELL, 0), (i * CELL, WIDTH), 15)


draw_lines()
player = 1
game_over = False

while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            pygame.quit()
            sys.exit()
        if event.type == pygame.MOUSEBUTTONDOWN and not game_over:
            x, y = event.pos
            row, col = y // CELL, x // CELL
            if available_square(row, col):
                mark_square(row, col, 1)
                if check_win(1) or is_full():
                    game_over = True
                elif best_move() and (check_win(2) or is_full()):
                    game_over = True
    pygame.display.update()

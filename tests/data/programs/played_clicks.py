"""A game of pygame: a click takes a cell of a board that does not fill the window."""

import pygame

pygame.init()
screen = pygame.display.set_mode((360, 420))
clock = pygame.time.Clock()
grid = [[0, 0, 0] for _ in range(3)]
LINES = [[(i, 0), (i, 1), (i, 2)] for i in range(3)] + [[(0, i), (1, i), (2, i)] for i in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def over():
    return any(abs(sum(grid[r][c] for r, c in line)) == 3 for line in LINES) or all(map(all, grid))


def reply():
    for who in (-1, 1):
        for line in LINES:
            values = [grid[r][c] for r, c in line]
            if sum(values) == 2 * who and 0 in values:
                r, c = line[values.index(0)]
                grid[r][c] = -1
                return
    for r in range(3):
        for c in range(3):
            if not grid[r][c]:
                grid[r][c] = -1
                return


running = True
while running:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            running = False
        if event.type == pygame.MOUSEBUTTONDOWN and not over():
            x, y = event.pos
            if 30 <= x < 330 and 90 <= y < 390:
                r, c = (y - 90) // 100, (x - 30) // 100
                if grid[r][c] == 0:
                    grid[r][c] = 1
                    if not over():
                        reply()
    screen.fill((255, 255, 255))
    for r in range(3):
        for c in range(3):
            pygame.draw.rect(screen, (0, 0, 0), (30 + 100 * c, 90 + 100 * r, 100, 100), 2)
    pygame.display.flip()
    clock.tick(30)
pygame.quit()

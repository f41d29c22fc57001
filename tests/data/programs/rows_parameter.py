# the board is a parameter whose name says a number of rows
def move(rows):
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell == ".":
                return r, c

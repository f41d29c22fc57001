"""Classes that only hold functions, and marks of its own: 3 for the program, 1 for its person."""

bot, person, empty = 3, 1, 0


class Rules:
    def has_won(table, mark):
        rows = [*table, *zip(*table), [table[i][i] for i in range(3)], [table[i][2 - i] for i in range(3)]]
        return any(all(cell == mark for cell in row) for row in rows)


class Bot:
    def free(table):
        return [(row, column) for row in range(3) for column in range(3) if table[row][column] == empty]

    def ending(table, mark):
        for row, column in Bot.free(table):
            table[row][column] = mark
            won = Rules.has_won(table, mark)
            table[row][column] = empty
            if won:
                return row, column
        return None

    def get_move(table):
        return Bot.ending(table, bot) or Bot.ending(table, person) or Bot.free(table)[-1]

/* A player for `noughts` in C: it searches to the end on small boards, else as deep as a million positions allow.
   It plays every m,n,k-game. Try it: cc -O2 -o player examples/player.c && noughts prove pipe:./player */
#include <stdio.h>
#include <string.h>

enum { CELLS = 26 * 26, WIN = 1000, LONGEST = 1 << 16 };

static int m, n, k, exact; /* exact: a longer row does not win */
static char board[CELLS]; /* row by row: 'X', 'O' or '.' */

/* The number of stones of one side in a row from a cell, the cell left out. */
static int run(int row, int column, int down, int right, char side)
{
    int length = 0;
    for (;;) {
        row += down;
        column += right;
        if (row < 0 || row >= n || column < 0 || column >= m || board[row * m + column] != side)
            return length;
        length++;
    }
}

/* Whether the stone on a cell is part of k in a row, in an exact game of no more. */
static int wins(int cell, char side)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int down = steps[i][0], right = steps[i][1], row = cell / m, column = cell % m;
        int length = 1 + run(row, column, down, right, side) + run(row, column, -down, -right, side);
        if (exact ? length == k : length >= k)
            return 1;
    }
    return 0;
}

static int search(char side, int free, int depth);

/* The value of a move for the side that makes it: more for a win that comes sooner, 0 for a draw. */
static int value(int cell, char side, int free, int depth)
{
    int result = 0;
    board[cell] = side;
    if (wins(cell, side))
        result = WIN + free;
    else if (free > 1 && depth > 1)
        result = -search(side == 'X' ? 'O' : 'X', free - 1, depth - 1);
    board[cell] = '.';
    return result;
}

/* The value of the position for the side to move. */
static int search(char side, int free, int depth)
{
    int best = -2 * WIN;
    for (int cell = 0; cell < m * n; cell++) {
        if (board[cell] == '.') {
            int found = value(cell, side, free, depth);
            if (found > best)
                best = found;
        }
    }
    return best;
}

/* How many plies a search of a million positions reaches. */
static int plies(int free)
{
    double positions = 1;
    int depth = 0;
    while (depth < free && positions * (free - depth) <= 1e6)
        positions *= free - depth++;
    return depth > 0 ? depth : 1;
}

/* Answer one request: all best moves. */
static void answer(const char *line)
{
    const char *game = strstr(line, "\"game\": ["), *rows = strstr(line, "\"position\": \""), *mover = strstr(line, "\"side\": \"");
    char after;
    if (!game || !rows || !mover || sscanf(game, "\"game\": [%d, %d, %d%c", &m, &n, &k, &after) != 4) {
        puts("{\"error\": \"not a request\"}");
        return;
    }
    exact = after == ','; /* [15, 15, 5, "exact"] */
    int free = 0, cells = 0, values[CELLS], best = -2 * WIN, several = 0;
    char side = mover[strlen("\"side\": \"")];
    for (rows += strlen("\"position\": \""); *rows != '"' && cells < CELLS; rows++)
        if (*rows != '/')
            free += (board[cells++] = *rows) == '.';
    int depth = plies(free);
    for (int cell = 0; cell < cells; cell++) {
        if (board[cell] != '.')
            continue;
        values[cell] = value(cell, side, free, depth);
        if (values[cell] > best)
            best = values[cell];
    }
    printf("{\"moves\": [");
    for (int cell = 0; cell < cells; cell++)
        if (board[cell] == '.' && values[cell] == best)
            printf("%s\"%c%d\"", several++ ? ", " : "", 'a' + cell % m, cell / m + 1);
    printf("], \"reason\": \"%d plies deep, the value is %d\"}\n", depth, best);
}

int main(void)
{
    static char line[LONGEST];
    while (fgets(line, sizeof line, stdin)) {
        answer(line);
        fflush(stdout); /* else the answer waits in a buffer, and comes too late */
    }
    return 0;
}

/* Strong solutions the plain way: depth first, one byte for each of 3^cells boards, every position once.
 *
 *     code = sum over cells of 3^cell * (0 free, 1 X, 2 O)
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = -128 };

static int cells, line_count, positions;
static uint32_t full, lines[64], power[20];
static int8_t *scores;
static uint8_t *won; /* does a set of stones hold a line? */

static int walk(uint32_t own, uint32_t theirs, uint32_t code, int ply) {
    int best = -127;
    for (uint32_t rest = full & ~(own | theirs); rest; rest &= rest - 1) {
        uint32_t bit = rest & -rest;
        uint32_t child = code + power[__builtin_ctz(rest)] * (1 + (ply & 1));
        int score = scores[child];
        if (score == UNKNOWN) {
            positions++;
            if (won[own | bit])
                score = scores[child] = (int8_t)(ply - cells);
            else if (ply + 1 == cells)
                score = scores[child] = 0;
            else
                score = walk(theirs, own | bit, child, ply + 1);
        }
        if (-score > best)
            best = -score;
    }
    scores[code] = (int8_t)best;
    return best;
}

/* Return the number of reachable positions; `counts`: those lost, drawn and won for the side to move. */
int strong(int m, int n, int k, int *counts) {
    static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    cells = m * n, full = (1u << cells) - 1, line_count = 0, positions = 1;
    uint32_t boards = 1;
    for (int c = 0; c < cells; c++)
        power[c] = boards, boards *= 3;
    for (int d = 0; d < 4; d++)
        for (int row = 0; row < n; row++)
            for (int column = 0; column < m; column++) {
                int down = directions[d][0], right = directions[d][1];
                int last_row = row + (k - 1) * down, last_column = column + (k - 1) * right;
                if (last_row >= n || last_column < 0 || last_column >= m)
                    continue;
                lines[line_count] = 0;
                for (int i = 0; i < k; i++)
                    lines[line_count] |= 1u << ((row + i * down) * m + column + i * right);
                line_count++;
            }
    won = calloc((size_t)full + 1, 1);
    for (uint32_t set = 0; set <= full; set++)
        for (int i = 0; i < line_count; i++)
            won[set] |= (set & lines[i]) == lines[i];
    scores = malloc(boards);
    memset(scores, UNKNOWN, boards);
    walk(0, 0, 0, 0);
    memset(counts, 0, 3 * sizeof *counts);
    for (uint32_t code = 0; code < boards; code++)
        if (scores[code] != UNKNOWN)
            counts[(scores[code] > 0) - (scores[code] < 0) + 1]++;
    free(scores);
    free(won);
    return positions;
}

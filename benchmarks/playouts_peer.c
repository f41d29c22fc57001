/* Random games the plain way: one at a time, a random free cell, a look at whether it made a line.
 *
 *     small   up to 16 cells: a table says of every set of stones whether it holds a line
 *     large   for each side a word for every row, column and diagonal: k ones in a row by shifts
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 26 };

static uint64_t state, fraction;

static inline void refill(void) { /* wyrand */
    state += 0xa0761d6478bd642fULL;
    __uint128_t product = (__uint128_t)state * (state ^ 0xe7037ed1a0b428dbULL);
    fraction = (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline uint32_t below(uint32_t n) { /* what is left of the fraction serves the next draw */
    __uint128_t product = (__uint128_t)fraction * n;
    fraction = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

static void small(int m, int n, int k, long games, long *results) {
    static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int cells = m * n;
    uint8_t *won = calloc((size_t)1 << cells, 1);
    for (int d = 0; d < 4; d++)
        for (int row = 0; row < n; row++)
            for (int column = 0; column < m; column++) {
                int down = directions[d][0], right = directions[d][1];
                int last_row = row + (k - 1) * down, last_column = column + (k - 1) * right;
                uint32_t line = 0;
                if (last_row >= n || last_column < 0 || last_column >= m)
                    continue;
                for (int i = 0; i < k; i++)
                    line |= 1u << ((row + i * down) * m + column + i * right);
                for (uint32_t set = 0; set < 1u << cells; set++)
                    won[set] |= (set & line) == line;
            }
    uint8_t order[16];
    for (int i = 0; i < cells; i++)
        order[i] = (uint8_t)i;
    for (long game = 0; game < games; game++) {
        uint32_t own = 0, theirs = 0;
        int ply = 0, left = cells, result = 2;
        refill(); /* 12! is less than 2^29: one word is enough for such a game */
        while (left) {
            if (ply == 12)
                refill();
            uint32_t i = below((uint32_t)left--), stones = own | 1u << order[i];
            uint8_t cell = order[i];
            order[i] = order[left], order[left] = cell; /* stays a permutation for the next game */
            if (won[stones]) {
                result = ply & 1;
                break;
            }
            own = theirs, theirs = stones, ply++;
        }
        results[result]++;
    }
    free(won);
}

static inline uint32_t row_of(uint32_t word, int k) { /* are there k ones in a row? */
    int reach = 1;
    for (; 2 * reach <= k; reach *= 2)
        word &= word >> reach;
    return word & word >> (k - reach);
}

static inline __attribute__((always_inline)) void large(int m, int n, int k, long games, long *results) {
    int cells = m * n;
    uint16_t order[SIDE * SIDE];
    uint8_t rows[SIDE * SIDE], columns[SIDE * SIDE];
    for (int i = 0; i < cells; i++)
        order[i] = (uint16_t)i, rows[i] = (uint8_t)(i / m), columns[i] = (uint8_t)(i % m);
    for (long game = 0; game < games; game++) {
        struct {
            uint32_t row[SIDE], column[SIDE], down[2 * SIDE], up[2 * SIDE];
        } sides[2];
        memset(sides, 0, sizeof sides);
        int result = 2;
        for (int ply = 0; ply < cells; ply++) {
            int left = cells - ply, side = ply & 1;
            if (ply % 3 == 0)
                refill();
            int i = (int)below((uint32_t)left), cell = order[i], y = rows[cell], x = columns[cell];
            order[i] = order[left - 1], order[left - 1] = (uint16_t)cell;
            uint32_t row = sides[side].row[y] |= 1u << x, column = sides[side].column[x] |= 1u << y;
            uint32_t down = sides[side].down[SIDE + x - y] |= 1u << y, up = sides[side].up[x + y] |= 1u << y;
            if (row_of(row, k) | row_of(column, k) | row_of(down, k) | row_of(up, k)) {
                result = side;
                break;
            }
        }
        results[result]++;
    }
}

/* Play; `results`: the games won by X, by O, and drawn. */
void random_games(int m, int n, int k, long games, uint64_t seed, long *results) {
    state = seed;
    memset(results, 0, 3 * sizeof *results);
    if (m * n <= 16)
        small(m, n, k, games, results);
    else if (k == 5)
        large(m, n, 5, games, results); /* compiled for this k, as one would */
    else
        large(m, n, k, games, results);
}

/* A Gomocup engine that answers at once: it plays the lowest free cell. What a match of two of them takes is the manager's
 * time. Both together fill the rows from the top, so on 15,15,5 the first player wins with stone 61. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 26 };

static char taken[SIDE * SIDE];
static int columns, rows, lowest;

static void clear(void) {
    memset(taken, 0, sizeof taken);
    lowest = 0;
    puts("OK");
}

static void put(const char *point) {
    char *rest;
    long column = strtol(point, &rest, 10), row = strtol(rest + 1, NULL, 10);
    if (column >= 0 && column < columns && row >= 0 && row < rows) taken[row * columns + column] = 1;
}

static void move(void) {
    while (taken[lowest]) lowest++;
    taken[lowest] = 1;
    printf("%d,%d\n", lowest % columns, lowest / columns);
}

int main(void) {
    char line[256], *rest;
    int board = 0;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    while (fgets(line, sizeof line, stdin)) {
        if (board && strncmp(line, "DONE", 4)) {
            put(line);
            continue;
        }
        if (!strncmp(line, "TURN ", 5)) {
            put(line + 5);
            move();
        } else if (!strncmp(line, "DONE", 4)) {
            board = 0;
            move();
        } else if (!strncmp(line, "BEGIN", 5)) {
            move();
        } else if (!strncmp(line, "BOARD", 5)) {
            board = 1;
            memset(taken, 0, sizeof taken);
            lowest = 0;
            continue;
        } else if (!strncmp(line, "START ", 6)) {
            columns = rows = atoi(line + 6);
            clear();
        } else if (!strncmp(line, "RECTSTART ", 10)) {
            columns = (int)strtol(line + 10, &rest, 10);
            rows = atoi(rest + 1);
            clear();
        } else if (!strncmp(line, "RESTART", 7)) {
            clear();
        } else if (!strncmp(line, "ABOUT", 5)) {
            puts("name=\"instant\", version=\"1\"");
        } else if (!strncmp(line, "END", 3)) {
            return 0;
        } else if (strncmp(line, "INFO", 4)) {
            puts("UNKNOWN");
        } else {
            continue;
        }
        fflush(stdout);
    }
    return 0;
}

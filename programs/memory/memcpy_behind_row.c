// Lines are copied to the rows of a table that may have less room: what is written behind a row nobody says.
#include <stdio.h>
#include <string.h>

#define ROWS 4
#define COLUMNS 6

static char table[ROWS][COLUMNS + 1];

int main(void)
{
    char line[16];
    int rows = 0;
    while (rows < ROWS && fgets(line, sizeof line, stdin)) {
        size_t n = strcspn(line, "\n");
        if (n > COLUMNS + 2)
            n = COLUMNS + 2;
        memcpy(table[rows], line, n);
        table[rows][COLUMNS] = '\0';
        rows++;
    }
    return rows;
}
//@ expect: unknown

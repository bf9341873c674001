/* Reads a maze of # and blanks with a start S and a goal G, and finds a shortest way by breadth-first search. */
#include <stdio.h>
#include <string.h>

#define ROWS 12
#define COLS 24

struct place {
    int row, col;
};

static char maze[ROWS][COLS + 1];
static int distance[ROWS][COLS];
static struct place queue[ROWS * COLS];

static const struct place moves[4] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

/* Reads the rows; what is missing of short ones is wall. */
static int read_maze(void)
{
    char line[80];
    int rows = 0;

    while (rows < ROWS && fgets(line, sizeof line, stdin)) {
        size_t n = strcspn(line, "\n");

        if (n > COLS)
            n = COLS;
        memset(maze[rows], '#', COLS);
        memcpy(maze[rows], line, n);
        maze[rows][COLS] = '\0';
        rows++;
    }
    return rows;
}

static int find(char what, int rows, struct place *p)
{
    for (p->row = 0; p->row < rows; p->row++)
        for (p->col = 0; p->col < COLS; p->col++)
            if (maze[p->row][p->col] == what)
                return 1;
    return 0;
}

static int inside(struct place p, int rows)
{
    return p.row >= 0 && p.row < rows && p.col >= 0 && p.col < COLS;
}

static int search(struct place start, struct place goal, int rows)
{
    int head = 0, tail = 0;

    memset(distance, -1, sizeof distance);
    distance[start.row][start.col] = 0;
    queue[tail++] = start;
    while (head < tail) {
        struct place p = queue[head++];

        if (p.row == goal.row && p.col == goal.col)
            return distance[p.row][p.col];
        for (int i = 0; i < 4; i++) {
            struct place q = {p.row + moves[i].row, p.col + moves[i].col};

            if (!inside(q, rows) || maze[q.row][q.col] == '#' || distance[q.row][q.col] >= 0)
                continue;
            distance[q.row][q.col] = distance[p.row][p.col] + 1;
            queue[tail++] = q;
        }
    }
    return -1;
}

/* Marks the way from the goal back to the start. */
static void mark(struct place p, int rows)
{
    while (distance[p.row][p.col] > 0) {
        for (int i = 0; i < 4; i++) {
            struct place q = {p.row + moves[i].row, p.col + moves[i].col};

            if (inside(q, rows) && distance[q.row][q.col] == distance[p.row][p.col] - 1) {
                if (distance[q.row][q.col] > 0)
                    maze[q.row][q.col] = '.';
                p = q;
                break;
            }
        }
    }
}

int main(void)
{
    struct place start, goal;
    int rows = read_maze(), length;

    if (!find('S', rows, &start) || !find('G', rows, &goal)) {
        fprintf(stderr, "there is no start or no goal\n");
        return 2;
    }
    length = search(start, goal, rows);
    if (length < 0) {
        puts("there is no way");
        return 1;
    }
    mark(goal, rows);
    for (int r = 0; r < rows; r++)
        puts(maze[r]);
    printf("%d steps\n", length);
    return 0;
}
//@ truth: safe

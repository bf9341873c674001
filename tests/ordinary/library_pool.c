/* A pool of blocks of one size with a free list; the driver takes and gives back points of a small drawing. */
#include <stdio.h>
#include <string.h>

#define POOL_BLOCKS 8
#define MAX_POINTS 16

struct point {
    int x, y;
    char label[8];
};

union block {
    union block *next;
    struct point point;
};

static union block blocks[POOL_BLOCKS];
static union block *free_list;

static void pool_init(void)
{
    for (int i = 0; i < POOL_BLOCKS; i++)
        blocks[i].next = &blocks[i + 1];
    free_list = blocks;
}

static struct point *pool_take(void)
{
    union block *b = free_list;

    if (b == NULL)
        return NULL;
    free_list = b->next;
    memset(b, 0, sizeof *b);
    return &b->point;
}

static void pool_give(struct point *p)
{
    union block *b = (union block *)p;

    b->next = free_list;
    free_list = b;
}

int main(void)
{
    struct point *points[MAX_POINTS];
    int count = 0, x, y;
    char label[8];

    pool_init();
    while (count < MAX_POINTS && scanf("%d %d %7s", &x, &y, label) == 3) {
        struct point *p;

        if (x == 0 && y == 0 && count > 0) {
            /* The origin takes back the point before. */
            pool_give(points[--count]);
            continue;
        }
        p = pool_take();
        if (p == NULL) {
            printf("no more points\n");
            break;
        }
        p->x = x;
        p->y = y;
        strcpy(p->label, label);
        points[count++] = p;
    }
    while (count > 0) {
        struct point *p = points[--count];
        printf("%s at (%d, %d)\n", p->label, p->x, p->y);
        pool_give(p);
    }
    return 0;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 34
//@ run: < "1 1 a 2 2 b 3 3 c 4 4 d 5 5 e 6 6 f 7 7 g 8 8 h 9 9 i"

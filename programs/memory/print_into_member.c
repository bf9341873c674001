// A text is written into a member of a structure that a function has found, as far as there is room.
#include <stdio.h>

typedef struct {
    unsigned times;
    char reader[8];
} Book;

static Book books[3];
static int count = 3;

static Book *find(int number)
{
    if (number < 1 || number > count)
        return NULL;
    return &books[number - 1];
}

static void lend(int number, const char *reader)
{
    Book *b = find(number);

    if (b == NULL)
        return;
    snprintf(b->reader, sizeof b->reader, "%s", reader);
    b->times++;
}

int main(void)
{
    char line[12];
    int number;

    if (scanf("%d %11s", &number, line) != 2)
        return 1;
    lend(number, line);
    return 0;
}
//@ expect: safe
//@ assumed: texts do not overlap with the places that they are copied to

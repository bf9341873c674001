// A word of a line goes to a member of a structure that a function has made room for.
#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    char name[6];
} Entry;

static Entry entries[4];
static int count;

static Entry *next(void)
{
    return count < 4 ? &entries[count++] : NULL;
}

int main(void)
{
    char line[8];
    Entry *e = next();

    if (e == NULL || fgets(line, sizeof line, stdin) == NULL)
        return 1;
    if (sscanf(line, "%5s", e->name) != 1)
        return 1;
    assert(strlen(e->name) < sizeof e->name);
    return 0;
}
//@ expect: safe
//@ assumed: texts do not overlap with the places that they are copied to

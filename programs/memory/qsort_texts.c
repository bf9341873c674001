// Structures that are sorted by a text.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct word { const char *text; int count; };

static int by_text(const void *x, const void *y)
{
    const struct word *a = x, *b = y;
    return strcmp(a->text, b->text);
}

int main(void)
{
    struct word words[2] = { { "to", 2 }, { "be", 1 } };
    qsort(words, 2, sizeof words[0], by_text);
    assert(words[0].count == 1);
    return 0;
}
//@ expect: safe

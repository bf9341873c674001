// A text is added to what a growing block holds, by memcpy and a length: the end needs a character more.
#include <stdlib.h>
#include <string.h>

struct buffer { char *data; size_t used, size; };

static int add(struct buffer *b, const char *more)
{
    size_t n = strlen(more);
    if (b->used + n > b->size)
        return -1;
    memcpy(b->data + b->used, more, n + 1);
    b->used += n;
    return 0;
}

int main(void)
{
    struct buffer b = {malloc(6), 0, 6};
    if (!b.data)
        return 1;
    add(&b, "abc");
    add(&b, "def");
    free(b.data);
    return 0;
}
//@ expect: unsafe
//@ reachable: 12

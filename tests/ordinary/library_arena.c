/* An arena allocator on a fixed buffer; the driver keeps the words of its input in it and prints them backwards. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ARENA_SIZE 2048
#define ALIGNMENT _Alignof(max_align_t)

struct arena {
    _Alignas(max_align_t) unsigned char buffer[ARENA_SIZE];
    size_t used;
    size_t failures;
};

struct word {
    struct word *previous;
    char *text;
    unsigned number;
};

static void *arena_alloc(struct arena *a, size_t size)
{
    size_t start = (a->used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    if (start > ARENA_SIZE || size > ARENA_SIZE - start) {
        a->failures++;
        return NULL;
    }
    a->used = start + size;
    assert(a->used <= ARENA_SIZE);
    return a->buffer + start;
}

static char *arena_strdup(struct arena *a, const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = arena_alloc(a, size);

    if (copy != NULL)
        memcpy(copy, s, size);
    return copy;
}

static void arena_reset(struct arena *a)
{
    a->used = 0;
    a->failures = 0;
}

static struct arena arena;

static struct word *push(struct word *last, const char *text)
{
    struct word *w = arena_alloc(&arena, sizeof *w);

    if (w == NULL)
        return NULL;
    w->text = arena_strdup(&arena, text);
    if (w->text == NULL)
        return NULL;
    w->number = last == NULL ? 1 : last->number + 1;
    w->previous = last;
    return w;
}

int main(void)
{
    struct word *last = NULL;
    char text[40];

    arena_reset(&arena);
    while (scanf("%39s", text) == 1) {
        struct word *w = push(last, text);

        if (w == NULL) {
            fprintf(stderr, "the arena is full\n");
            break;
        }
        last = w;
    }
    for (; last != NULL; last = last->previous)
        printf("%u %s\n", last->number, last->text);
    printf("%zu bytes used, %zu failures\n", arena.used, arena.failures);
    return 0;
}
//@ truth: safe

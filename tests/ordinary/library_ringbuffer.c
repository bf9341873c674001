/* A ring buffer of bytes whose size is a power of two; the driver copies its input through it in pieces. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define RING_SIZE 16u
#define RING_MASK (RING_SIZE - 1u)

struct ring {
    uint8_t data[RING_SIZE];
    unsigned head; /* counts what was written */
    unsigned tail; /* counts what was read */
};

static unsigned ring_used(const struct ring *r)
{
    return r->head - r->tail;
}

static bool ring_put(struct ring *r, uint8_t byte)
{
    if (ring_used(r) == RING_SIZE)
        return false;
    r->data[r->head & RING_MASK] = byte;
    r->head++;
    assert(ring_used(r) <= RING_SIZE);
    return true;
}

static bool ring_get(struct ring *r, uint8_t *byte)
{
    if (r->head == r->tail)
        return false;
    *byte = r->data[r->tail & RING_MASK];
    r->tail++;
    return true;
}

/* Looks at a byte without taking it. */
static int ring_peek(const struct ring *r, unsigned offset)
{
    if (offset >= ring_used(r))
        return -1;
    return r->data[(r->tail + offset) & RING_MASK];
}

static size_t ring_read(struct ring *r, uint8_t *out, size_t size)
{
    size_t n = 0;

    while (n < size && ring_get(r, &out[n]))
        n++;
    return n;
}

int main(void)
{
    struct ring ring = {.head = 0, .tail = 0};
    uint8_t piece[10];
    size_t n;
    int c;

    while ((c = getchar()) != EOF) {
        if (!ring_put(&ring, (uint8_t)c)) {
            n = ring_read(&ring, piece, sizeof piece);
            fwrite(piece, 1, n, stdout);
            if (!ring_put(&ring, (uint8_t)c)) {
                fprintf(stderr, "ring is still full\n");
                return 1;
            }
        }
        if (c == '\n' && ring_peek(&ring, 0) == '#')
            fputs("comment: ", stdout);
    }
    while ((n = ring_read(&ring, piece, sizeof piece)) > 0)
        fwrite(piece, 1, n, stdout);
    assert(ring_used(&ring) == 0);
    return 0;
}
//@ truth: safe

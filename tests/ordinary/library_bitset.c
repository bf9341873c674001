/* A bit set of any size; the driver marks the numbers of a lottery that have been drawn and lists the others. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WORD_BITS 32u
#define NUMBERS 100

typedef struct {
    uint32_t *words;
    unsigned bits;
} bitset;

static bool bitset_init(bitset *s, unsigned bits)
{
    s->bits = bits;
    s->words = calloc(bits / WORD_BITS, sizeof(uint32_t));
    return s->words != NULL;
}

static void bitset_add(bitset *s, unsigned bit)
{
    s->words[bit / WORD_BITS] |= UINT32_C(1) << (bit % WORD_BITS);
}

static bool bitset_has(const bitset *s, unsigned bit)
{
    return (s->words[bit / WORD_BITS] >> (bit % WORD_BITS) & 1u) != 0;
}

static unsigned bitset_count(const bitset *s)
{
    unsigned count = 0;

    for (unsigned i = 0; i < s->bits; i++)
        if (bitset_has(s, i))
            count++;
    return count;
}

static void bitset_free(bitset *s)
{
    free(s->words);
    s->words = NULL;
}

int main(void)
{
    bitset drawn;
    unsigned twice = 0;
    int number;

    if (!bitset_init(&drawn, NUMBERS)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    while (scanf("%d", &number) == 1) {
        if (number < 0 || number >= NUMBERS) {
            printf("%d is not in the game\n", number);
            continue;
        }
        if (bitset_has(&drawn, (unsigned)number))
            twice++;
        bitset_add(&drawn, (unsigned)number);
    }
    printf("%u different numbers, %u repeated\n", bitset_count(&drawn), twice);
    bitset_free(&drawn);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 29
//@ run: < "3 17 99\n"

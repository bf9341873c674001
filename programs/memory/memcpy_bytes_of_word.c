// Bytes are copied into a word, and those of a word into bytes.
#include <assert.h>
#include <stdint.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    uint8_t bytes[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    uint32_t word;
    int x = __VERIFIER_nondet_int();

    bytes[1] = x;
    memcpy(&word, bytes, sizeof word);
    assert(word == 0x04030001u + ((uint32_t)(uint8_t)x << 8));
    memcpy(&word, bytes + 4, sizeof word);
    assert(word == 0x08070605);
    word = x;
    memcpy(bytes, &word, sizeof word);
    assert(bytes[0] == (word & 255) && bytes[3] == word >> 24);
    assert(bytes[2] != 7);
    return 0;
}
//@ expect: unsafe
//@ reachable: 22
//@ unreachable: 16
//@ unreachable: 18
//@ unreachable: 21

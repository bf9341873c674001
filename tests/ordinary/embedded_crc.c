/* CRC-8, CRC-16 (CCITT) and CRC-32 with tables, checked against known values and then used on standard input. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CRC8_POLY 0x07u
#define CRC16_POLY 0x1021u
#define CRC32_POLY 0xEDB88320u

static uint8_t crc8_table[256];
static uint16_t crc16_table[256];
static uint32_t crc32_table[256];

static void crc_init(void)
{
    for (unsigned i = 0; i < 256; i++) {
        uint8_t c8 = (uint8_t)i;
        uint16_t c16 = (uint16_t)(i << 8);
        uint32_t c32 = i;

        for (int bit = 0; bit < 8; bit++) {
            c8 = (uint8_t)((c8 & 0x80u) ? (c8 << 1) ^ CRC8_POLY : (unsigned)c8 << 1);
            c16 = (uint16_t)((c16 & 0x8000u) ? ((unsigned)c16 << 1) ^ CRC16_POLY : (unsigned)c16 << 1);
            c32 = (c32 & 1u) ? (c32 >> 1) ^ CRC32_POLY : c32 >> 1;
        }
        crc8_table[i] = c8;
        crc16_table[i] = c16;
        crc32_table[i] = c32;
    }
}

static uint8_t crc8(uint8_t crc, const uint8_t *data, size_t size)
{
    while (size-- > 0)
        crc = crc8_table[crc ^ *data++];
    return crc;
}

static uint16_t crc16(uint16_t crc, const uint8_t *data, size_t size)
{
    while (size-- > 0)
        crc = (uint16_t)((unsigned)crc << 8) ^ crc16_table[(crc >> 8) ^ *data++];
    return crc;
}

static uint32_t crc32(uint32_t crc, const uint8_t *data, size_t size)
{
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = (crc >> 8) ^ crc32_table[(crc ^ data[i]) & 0xFFu];
    return ~crc;
}

static void self_test(void)
{
    static const uint8_t check[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};

    assert(crc8(0, check, sizeof check) == 0xF4u);
    assert(crc16(0xFFFFu, check, sizeof check) == 0x29B1u);
    assert(crc32(0, check, sizeof check) == 0xCBF43926u);
}

int main(void)
{
    uint8_t block[64];
    uint8_t c8 = 0;
    uint16_t c16 = 0xFFFFu;
    uint32_t c32 = 0;
    size_t n;

    crc_init();
    self_test();
    while ((n = fread(block, 1, sizeof block, stdin)) > 0) {
        c8 = crc8(c8, block, n);
        c16 = crc16(c16, block, n);
        c32 = crc32(c32, block, n);
    }
    printf("%02x %04x %08lx\n", (unsigned)c8, (unsigned)c16, (unsigned long)c32);
    return 0;
}
//@ truth: safe

/* Parses frames like those of Modbus from a stream of bytes: address, function, length, data, checksum (two bytes). */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define OWN_ADDRESS 0x11
#define MAX_DATA 32
#define BUFFER_SIZE 300

struct frame {
    uint8_t address;
    uint8_t function;
    uint8_t length;
    uint8_t data[MAX_DATA];
};

enum parse_result { FRAME_OK, FRAME_SHORT, FRAME_OTHER, FRAME_SUM };

static uint16_t checksum(const uint8_t *bytes, size_t size)
{
    uint16_t sum = 0;
    size_t i;

    for (i = 0; i < size; i++)
        sum = (uint16_t)(sum + bytes[i]);
    return sum;
}

/* Sets *used to the number of bytes that belong to the frame. */
static enum parse_result parse_frame(const uint8_t *bytes, size_t size, struct frame *f, size_t *used)
{
    size_t length;
    uint16_t sum;

    if (size < 5)
        return FRAME_SHORT;
    length = bytes[2];
    if (size < 3 + length + 2)
        return FRAME_SHORT;
    *used = 3 + length + 2;
    if (bytes[0] != OWN_ADDRESS)
        return FRAME_OTHER;
    sum = (uint16_t)(bytes[3 + length] << 8 | bytes[4 + length]);
    if (sum != checksum(bytes, 3 + length))
        return FRAME_SUM;
    f->address = bytes[0];
    f->function = bytes[1];
    f->length = bytes[2];
    memcpy(f->data, bytes + 3, length);
    return FRAME_OK;
}

static void handle(const struct frame *f)
{
    unsigned i;

    switch (f->function) {
    case 0x03:
        printf("read %u bytes\n", (unsigned)f->length);
        break;
    case 0x10:
        printf("write");
        for (i = 0; i < f->length; i++)
            printf(" %02x", (unsigned)f->data[i]);
        printf("\n");
        break;
    default:
        printf("function %u is not supported\n", (unsigned)f->function);
    }
}

int main(void)
{
    uint8_t buffer[BUFFER_SIZE];
    struct frame f;
    size_t size, at = 0, used = 0;
    int errors = 0;

    size = fread(buffer, 1, sizeof buffer, stdin);
    while (at < size) {
        enum parse_result r = parse_frame(buffer + at, size - at, &f, &used);

        if (r == FRAME_SHORT)
            break;
        if (r == FRAME_OK)
            handle(&f);
        else if (r == FRAME_SUM)
            errors++;
        at += used;
    }
    printf("%d errors, %u bytes left\n", errors, (unsigned)(size - at));
    return errors != 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 49
//@ run: < "\x11\x10\x280000000000000000000000000000000000000000\x07\xc9"

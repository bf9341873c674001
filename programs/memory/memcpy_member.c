// A part of what is read is copied to a member of a structure, if it fits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct frame {
    uint8_t length;
    uint8_t data[8];
};

static int parse(const uint8_t *bytes, size_t size, struct frame *frame)
{
    if (size < 2)
        return 0;
    frame->length = bytes[1];
    if (frame->length > sizeof frame->data || frame->length > size - 2)
        return 0;
    memcpy(frame->data, bytes + 2, frame->length);
    return 1;
}

int main(void)
{
    uint8_t bytes[16];
    size_t size = 0;
    int c;
    struct frame frame = { 0 };
    while (size < sizeof bytes && (c = getchar()) != EOF)
        bytes[size++] = (uint8_t)c;
    return parse(bytes, size, &frame) ? frame.data[3] : 0;
}
//@ expect: safe

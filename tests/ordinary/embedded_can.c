/* Packs the signals of an engine into CAN frames with shifts and masks and unpacks them; the values come from standard input. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ID_ENGINE 0x120u

struct can_frame {
    uint32_t id;
    uint8_t dlc;
    uint8_t data[8];
};

struct engine {
    uint16_t rpm;        /* 14 bits, steps of 1/min */
    int16_t temperature; /* 10 bits, tenths of a degree minus 400 */
    uint8_t throttle;    /* 7 bits, percent */
    uint8_t gear;        /* 3 bits */
};

/* Puts the low bits of value into the frame, starting at bit start, lowest bit first. */
static void put_bits(struct can_frame *f, unsigned start, unsigned length, uint32_t value)
{
    assert(length >= 1 && length <= 32 && start + length <= 64);
    for (unsigned i = 0; i < length; i++) {
        unsigned bit = start + i;
        uint8_t mask = (uint8_t)(1u << (bit % 8));

        if (value >> i & 1u)
            f->data[bit / 8] |= mask;
        else
            f->data[bit / 8] &= (uint8_t)~mask;
    }
}

static uint32_t get_bits(const struct can_frame *f, unsigned start, unsigned length)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < length; i++) {
        unsigned bit = start + i;

        if (f->data[bit / 8] >> (bit % 8) & 1)
            value |= (uint32_t)1 << i;
    }
    return value;
}

static void pack(const struct engine *e, struct can_frame *f)
{
    memset(f, 0, sizeof *f);
    f->id = ID_ENGINE;
    f->dlc = 5;
    put_bits(f, 0, 14, e->rpm);
    put_bits(f, 14, 10, (uint32_t)(e->temperature + 400));
    put_bits(f, 24, 7, e->throttle);
    put_bits(f, 32, 3, e->gear);
}

static int unpack(const struct can_frame *f, struct engine *e)
{
    if (f->id != ID_ENGINE || f->dlc < 5)
        return -1;
    e->rpm = (uint16_t)get_bits(f, 0, 14);
    e->temperature = (int16_t)((int)get_bits(f, 14, 10) - 400);
    e->throttle = (uint8_t)get_bits(f, 24, 7);
    e->gear = (uint8_t)get_bits(f, 32, 3);
    return 0;
}

static int in_range(int value, int low, int high, const char *what)
{
    if (value >= low && value <= high)
        return 1;
    printf("%s is out of range\n", what);
    return 0;
}

int main(void)
{
    int rpm, temperature, throttle, gear;

    while (scanf("%d %d %d %d", &rpm, &temperature, &throttle, &gear) == 4) {
        struct engine out, in;
        struct can_frame frame;

        if (!in_range(rpm, 0, 16383, "rpm") || !in_range(temperature, -400, 623, "temperature") ||
            !in_range(throttle, 0, 100, "throttle") || !in_range(gear, 0, 7, "gear"))
            continue;
        out = (struct engine){(uint16_t)rpm, (int16_t)temperature, (uint8_t)throttle, (uint8_t)gear};
        pack(&out, &frame);
        printf("%03lx [%d]", (unsigned long)frame.id, frame.dlc);
        for (int i = 0; i < frame.dlc; i++)
            printf(" %02x", (unsigned)frame.data[i]);
        putchar('\n');
        if (unpack(&frame, &in) < 0)
            return 1;
        assert(in.rpm == out.rpm && in.gear == out.gear);
        assert(in.temperature == out.temperature && in.throttle == out.throttle);
    }
    return 0;
}
//@ truth: safe

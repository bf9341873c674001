/* Decodes packets from a serial line: 0x7E begins and ends a packet, 0x7D escapes a byte; the last byte is an XOR sum. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FLAG 0x7E
#define ESCAPE 0x7D
#define ESCAPE_XOR 0x20
#define MAX_PACKET 16

typedef enum { WAIT_FLAG, RECEIVE, ESCAPED } rx_state;

typedef struct {
    rx_state state;
    uint8_t buffer[MAX_PACKET];
    size_t length;
    struct {
        unsigned packets, bad_sum, too_long, aborted;
    } count;
} receiver;

typedef void (*packet_handler)(const uint8_t *data, size_t length);

static void finish(receiver *rx, packet_handler handler)
{
    uint8_t sum = 0;

    if (rx->length == 0)
        return; /* two flags in a row */
    for (size_t i = 0; i < rx->length; i++)
        sum ^= rx->buffer[i];
    if (sum != 0) {
        rx->count.bad_sum++;
    } else {
        rx->count.packets++;
        handler(rx->buffer, rx->length - 1);
    }
    rx->length = 0;
}

static void store(receiver *rx, uint8_t byte)
{
    if (rx->length >= sizeof rx->buffer) {
        rx->count.too_long++;
        rx->length = 0;
        rx->state = WAIT_FLAG;
        return;
    }
    rx->buffer[rx->length++] = byte;
    rx->state = RECEIVE;
}

static void receive(receiver *rx, uint8_t byte, packet_handler handler)
{
    switch (rx->state) {
    case WAIT_FLAG:
        if (byte == FLAG) {
            rx->length = 0;
            rx->state = RECEIVE;
        }
        break;
    case RECEIVE:
        if (byte == FLAG)
            finish(rx, handler);
        else if (byte == ESCAPE)
            rx->state = ESCAPED;
        else
            store(rx, byte);
        break;
    case ESCAPED:
        if (byte == FLAG) {
            rx->count.aborted++;
            rx->length = 0;
            rx->state = RECEIVE;
        } else {
            store(rx, (uint8_t)(byte ^ ESCAPE_XOR));
        }
        break;
    }
}

static void print_packet(const uint8_t *data, size_t length)
{
    printf("%zu bytes:", length);
    for (size_t i = 0; i < length; i++)
        printf(" %02X", (unsigned)data[i]);
    printf("\n");
}

int main(void)
{
    static receiver rx;
    int c;

    rx.state = WAIT_FLAG;
    while ((c = getchar()) != EOF)
        receive(&rx, (uint8_t)c, print_packet);
    printf("%u packets, %u bad sums, %u too long, %u aborted\n", rx.count.packets, rx.count.bad_sum, rx.count.too_long,
           rx.count.aborted);
    return 0;
}
//@ truth: safe

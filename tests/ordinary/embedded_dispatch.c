/* A table of handlers for the commands of a small device; each line of the input is "CODE ARGUMENT". */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum { STATUS_OK, STATUS_RANGE, STATUS_LOCKED } status_t;

struct device {
    uint8_t led;
    uint8_t brightness;
    uint16_t baud;
    int locked;
};

typedef status_t (*handler_t)(struct device *dev, int argument);

static status_t cmd_nop(struct device *dev, int argument)
{
    (void)dev;
    (void)argument;
    return STATUS_OK;
}

static status_t cmd_led(struct device *dev, int argument)
{
    if (argument != 0 && argument != 1)
        return STATUS_RANGE;
    dev->led = (uint8_t)argument;
    return STATUS_OK;
}

static status_t cmd_brightness(struct device *dev, int argument)
{
    if (argument < 0 || argument > 255)
        return STATUS_RANGE;
    dev->brightness = (uint8_t)argument;
    return STATUS_OK;
}

static status_t cmd_baud(struct device *dev, int argument)
{
    static const uint16_t rates[] = {1200, 2400, 4800, 9600, 19200};

    if (dev->locked)
        return STATUS_LOCKED;
    if (argument < 0 || argument >= (int)(sizeof rates / sizeof rates[0]))
        return STATUS_RANGE;
    dev->baud = rates[argument];
    return STATUS_OK;
}

static status_t cmd_lock(struct device *dev, int argument)
{
    dev->locked = argument != 0;
    return STATUS_OK;
}

#define COMMANDS 5

static const struct {
    const char *name;
    handler_t handler;
} commands[COMMANDS] = {
    {"nop", cmd_nop}, {"led", cmd_led}, {"brightness", cmd_brightness}, {"baud", cmd_baud}, {"lock", cmd_lock},
};

static const char *status_text(status_t status)
{
    switch (status) {
    case STATUS_OK:
        return "ok";
    case STATUS_RANGE:
        return "out of range";
    case STATUS_LOCKED:
        return "locked";
    }
    return "?";
}

static int dispatch(struct device *dev, unsigned code, int argument)
{
    status_t status;

    if (code > COMMANDS) {
        printf("no command %u\n", code);
        return -1;
    }
    status = commands[code].handler(dev, argument);
    printf("%s: %s\n", commands[code].name, status_text(status));
    return status == STATUS_OK ? 0 : -1;
}

int main(void)
{
    struct device dev = {0, 128, 9600, 0};
    unsigned code, failures = 0;
    int argument;

    while (scanf("%u %d", &code, &argument) == 2) {
        if (dispatch(&dev, code, argument) < 0)
            failures++;
    }
    printf("led %d brightness %d baud %d, %u failures\n", dev.led, dev.brightness, dev.baud, failures);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 88
//@ run: < "1 1\n3 2\n5 0\n"

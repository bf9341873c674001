/* The registers of a GPIO port, simulated in memory, with the driver for its pins and a console to try it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union control {
    struct {
        uint32_t enable : 1;
        uint32_t speed : 3;
        uint32_t irq_mask : 8;
        uint32_t reserved : 20;
    } bits;
    uint32_t word;
};

struct gpio {
    volatile uint32_t direction; /* 1 is output */
    volatile uint32_t output;
    volatile uint32_t input;
    union control control;
};

static struct gpio port_a;

#define GPIOA (&port_a)

static void gpio_set_output(struct gpio *g, unsigned pin)
{
    g->direction |= UINT32_C(1) << pin;
}

static void gpio_set_input(struct gpio *g, unsigned pin)
{
    g->direction &= ~(UINT32_C(1) << pin);
}

static int gpio_write(struct gpio *g, unsigned pin, int high)
{
    uint32_t mask = UINT32_C(1) << pin;

    if (!g->control.bits.enable)
        return -1;
    if (!(g->direction & mask))
        return -2;
    if (high)
        g->output |= mask;
    else
        g->output &= ~mask;
    return 0;
}

/* Outputs are wired back to the inputs. */
static void simulate(struct gpio *g)
{
    g->input = (g->input & ~g->direction) | (g->output & g->direction);
}

static void print_registers(const struct gpio *g)
{
    printf("DIR %08lx OUT %08lx IN %08lx CTL %08lx\n", (unsigned long)g->direction, (unsigned long)g->output,
           (unsigned long)g->input, (unsigned long)g->control.word);
}

int main(void)
{
    char command[8];
    int result = 0;
    unsigned pin, value;

    GPIOA->control.word = 0;
    while (scanf("%7s", command) == 1) {
        if (strcmp(command, "on") == 0) {
            GPIOA->control.bits.enable = 1;
        } else if (strcmp(command, "speed") == 0 && scanf("%u", &value) == 1) {
            GPIOA->control.bits.speed = value & 7u;
        } else if (strcmp(command, "out") == 0 && scanf("%u", &pin) == 1) {
            gpio_set_output(GPIOA, pin);
        } else if (strcmp(command, "in") == 0 && scanf("%u", &pin) == 1) {
            gpio_set_input(GPIOA, pin);
        } else if (strcmp(command, "write") == 0 && scanf("%u %u", &pin, &value) == 2) {
            result = gpio_write(GPIOA, pin, value != 0);
            if (result < 0)
                printf("error %d\n", result);
        } else {
            printf("on, speed N, out PIN, in PIN, write PIN VALUE\n");
            break;
        }
        simulate(GPIOA);
        print_registers(GPIOA);
    }
    return result != 0;
}
//@ truth: unsafe
//@ kind: shift
//@ line: 29, 34, 39
//@ run: < "on\nout 5\nwrite 5 1\nout 32\n"

/* An ADC channel with a moving average over a ring buffer; commands come from the console: "s VALUE", "a", "r". */
#include <stdint.h>
#include <stdio.h>

#define SAMPLES 8
#define ADC_MAX 4095

struct filter {
    uint16_t samples[SAMPLES];
    uint8_t next;
    uint8_t filled;
    uint32_t sum;
};

static void filter_reset(struct filter *f)
{
    f->next = 0;
    f->filled = 0;
    f->sum = 0;
}

static void filter_add(struct filter *f, uint16_t sample)
{
    if (f->filled == SAMPLES)
        f->sum -= f->samples[f->next];
    else
        f->filled++;
    f->samples[f->next] = sample;
    f->sum += sample;
    f->next = (uint8_t)((f->next + 1) % SAMPLES);
}

static uint16_t filter_average(const struct filter *f)
{
    return (uint16_t)(f->sum / f->filled);
}

/* The reference is 3300 mV. */
static unsigned to_millivolts(uint16_t value)
{
    return value * 3300u / ADC_MAX;
}

int main(void)
{
    struct filter channel;
    char command;
    int value;

    filter_reset(&channel);
    while (scanf(" %c", &command) == 1) {
        switch (command) {
        case 's':
            if (scanf("%d", &value) != 1) {
                puts("ERR value");
                break;
            }
            if (value < 0)
                value = 0;
            if (value > ADC_MAX)
                value = ADC_MAX;
            filter_add(&channel, (uint16_t)value);
            break;
        case 'a':
            printf("%u mV\n", to_millivolts(filter_average(&channel)));
            break;
        case 'r':
            filter_reset(&channel);
            break;
        default:
            puts("ERR command");
            break;
        }
    }
    return 0;
}
//@ truth: unsafe
//@ kind: div
//@ line: 35
//@ run: < "s 100 s 200 a r a"

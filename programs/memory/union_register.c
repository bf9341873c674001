// The control register of a timer: a union of a word and its bit-fields.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

typedef union {
    uint32_t word;
    struct {
        uint32_t enable    : 1;
        uint32_t mode      : 2;
        uint32_t interrupt : 1;
        uint32_t prescaler : 4;
        uint32_t reload    : 16;
        uint32_t           : 8;
    } bits;
} timer_ctrl_t;

enum { MODE_ONESHOT, MODE_PERIODIC, MODE_PWM };

/* would be a fixed address on the target */
static volatile uint32_t TIMER_CTRL;

static int timer_configure(unsigned prescaler, unsigned reload, unsigned mode)
{
    timer_ctrl_t ctrl;

    if (prescaler > 15 || reload == 0 || reload > 0xFFFF || mode > MODE_PWM)
        return -1;
    ctrl.word = 0;
    ctrl.bits.prescaler = prescaler;
    ctrl.bits.reload = reload;
    ctrl.bits.mode = mode;
    ctrl.bits.interrupt = mode != MODE_PWM;
    TIMER_CTRL = ctrl.word;
    return 0;
}

static void timer_start(void)
{
    TIMER_CTRL |= 1u;
}

static uint32_t timer_frequency(uint32_t clock)
{
    timer_ctrl_t ctrl;
    uint32_t divisor;

    ctrl.word = TIMER_CTRL;
    divisor = (uint32_t)ctrl.bits.reload << ctrl.bits.prescaler;
    return divisor == 0 ? 0 : clock / divisor;
}

int main(void)
{
    unsigned prescaler, reload, mode;

    if (scanf("%u %u %u", &prescaler, &reload, &mode) != 3)
        return 1;
    if (timer_configure(prescaler, reload, mode) < 0) {
        printf("bad configuration\n");
        return 1;
    }
    assert((TIMER_CTRL & 1u) == 0);
    timer_start();
    assert(((TIMER_CTRL >> 8) & 0xFFFF) == reload);
    printf("0x%08lX: %lu Hz\n", (unsigned long)TIMER_CTRL,
           (unsigned long)timer_frequency(8000000));
    return 0;
}
//@ expect: safe
//@ assumed: TIMER_CTRL

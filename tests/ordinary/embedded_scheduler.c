/* A cooperative scheduler: tasks run every so many ticks, can be stopped, and their times are kept right when the clock wraps. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_TASKS 4
#define START_TIME UINT16_C(65500)

typedef bool (*task_fn)(void *data); /* gives false to be stopped */

struct task {
    task_fn run;
    void *data;
    uint16_t period;
    uint16_t due;
};

struct scheduler {
    struct task tasks[MAX_TASKS];
    uint16_t now;
};

static int add_task(struct scheduler *s, task_fn run, void *data, uint16_t period)
{
    if (period == 0 || period > INT16_MAX)
        return -1;
    for (int i = 0; i < MAX_TASKS; i++) {
        struct task *t = &s->tasks[i];

        if (t->run != NULL)
            continue;
        t->run = run;
        t->data = data;
        t->period = period;
        t->due = (uint16_t)(s->now + period);
        return i;
    }
    return -1;
}

/* Whether time a is at or after time b, when they are less than half the range apart. */
static bool reached(uint16_t a, uint16_t b)
{
    return (uint16_t)(a - b) < 0x8000u;
}

static unsigned tick(struct scheduler *s)
{
    unsigned ran = 0;

    s->now++;
    for (int i = 0; i < MAX_TASKS; i++) {
        struct task *t = &s->tasks[i];

        if (t->run == NULL || !reached(s->now, t->due))
            continue;
        ran++;
        t->due = (uint16_t)(t->due + t->period);
        if (!t->run(t->data))
            t->run = NULL;
    }
    return ran;
}

static bool blink(void *data)
{
    bool *led = data;

    *led = !*led;
    return true;
}

static bool count_down(void *data)
{
    int *left = data;

    printf("%d left\n", *left);
    return --*left > 0;
}

static bool never(void *data)
{
    return data != NULL;
}

int main(int argc, char **argv)
{
    struct scheduler s = {.now = START_TIME};
    bool led = false;
    int left = 3;
    long ticks = 100;
    unsigned ran = 0;

    if (argc > 1) {
        ticks = strtol(argv[1], NULL, 10);
        if (ticks < 0 || ticks > 5000) {
            fprintf(stderr, "usage: scheduler [TICKS]\n");
            return 1;
        }
    }
    if (add_task(&s, blink, &led, 10) < 0 || add_task(&s, count_down, &left, 25) < 0 || add_task(&s, never, NULL, 7) < 0)
        return 1;
    while (ticks-- > 0)
        ran += tick(&s);
    printf("%u runs, the led is %s, now %u\n", ran, led ? "on" : "off", (unsigned)s.now);
    return 0;
}
//@ truth: safe

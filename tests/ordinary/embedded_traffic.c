/* The state machine of a traffic light at a crossing with a button for pedestrians; events come from standard input. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

enum light { RED, RED_YELLOW, GREEN, YELLOW };

enum state { ALL_RED, PREPARE_MAIN, MAIN_GREEN, MAIN_YELLOW, PREPARE_SIDE, SIDE_GREEN, SIDE_YELLOW, WALK, N_STATES };

struct phase {
    enum light main, side;
    bool walk;
    int ticks;
    enum state next;
};

static const struct phase phases[N_STATES] = {
    [ALL_RED] = {RED, RED, false, 2, PREPARE_MAIN},
    [PREPARE_MAIN] = {RED_YELLOW, RED, false, 1, MAIN_GREEN},
    [MAIN_GREEN] = {GREEN, RED, false, 10, MAIN_YELLOW},
    [MAIN_YELLOW] = {YELLOW, RED, false, 2, PREPARE_SIDE},
    [PREPARE_SIDE] = {RED, RED_YELLOW, false, 1, SIDE_GREEN},
    [SIDE_GREEN] = {RED, GREEN, false, 6, SIDE_YELLOW},
    [SIDE_YELLOW] = {RED, YELLOW, false, 2, ALL_RED},
    [WALK] = {RED, RED, true, 8, PREPARE_MAIN},
};

static const char *const light_names[] = {"red", "red-yellow", "green", "yellow"};

struct controller {
    enum state state;
    int left; /* ticks until the next state */
    bool button;
};

static void enter(struct controller *c, enum state state)
{
    c->state = state;
    c->left = phases[state].ticks;
}

static void tick(struct controller *c)
{
    if (--c->left > 0)
        return;
    if (c->state == ALL_RED && c->button) {
        c->button = false;
        enter(c, WALK);
    } else {
        enter(c, phases[c->state].next);
    }
}

static void check(const struct controller *c)
{
    const struct phase *p = &phases[c->state];

    assert(p->main == RED || p->side == RED);
    assert(!p->walk || (p->main == RED && p->side == RED));
    assert(c->left > 0);
}

static void show(const struct controller *c, unsigned long time)
{
    const struct phase *p = &phases[c->state];

    printf("%6lu main %-10s side %-10s %s\n", time, light_names[p->main], light_names[p->side], p->walk ? "walk" : "wait");
}

int main(void)
{
    struct controller c = {ALL_RED, 0, false};
    unsigned long time = 0;
    int event;

    enter(&c, ALL_RED);
    show(&c, time);
    while ((event = getchar()) != EOF) {
        enum state before = c.state;

        switch (event) {
        case 't':
            time++;
            tick(&c);
            break;
        case 'b':
            c.button = true;
            break;
        case 'e': /* an emergency vehicle */
            enter(&c, ALL_RED);
            break;
        default:
            continue;
        }
        check(&c);
        if (c.state != before)
            show(&c, time);
    }
    return 0;
}
//@ truth: safe

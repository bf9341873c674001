/* Debounces four buttons that are read as a bit mask, and tells short from long presses. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define BUTTONS 4
#define STABLE_TICKS 3
#define LONG_TICKS 20

typedef enum { EVENT_NONE, EVENT_DOWN, EVENT_SHORT, EVENT_LONG } event_t;

typedef struct {
    bool pressed;
    uint8_t unstable;
    uint8_t held;
} button_t;

static button_t buttons[BUTTONS];
static unsigned presses[BUTTONS];

static event_t button_update(button_t *b, bool level)
{
    if (b->pressed && b->held < LONG_TICKS)
        b->held++;
    if (level == b->pressed) {
        b->unstable = 0;
        return EVENT_NONE;
    }
    b->unstable++;
    if (b->unstable < STABLE_TICKS)
        return EVENT_NONE;
    b->unstable = 0;
    b->pressed = level;
    if (level) {
        b->held = 0;
        return EVENT_DOWN;
    }
    return b->held >= LONG_TICKS ? EVENT_LONG : EVENT_SHORT;
}

static void on_event(int button, event_t event)
{
    static const char *const names[] = {"none", "down", "short", "long"};

    if (event == EVENT_NONE)
        return;
    if (event == EVENT_DOWN)
        presses[button]++;
    printf("button %d: %s\n", button, names[event]);
}

/* One hexadecimal digit is the state of the port; -1 is the end. */
static int read_port(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        if (c >= '0' && c <= '9')
            return c - '0';
        if (c >= 'a' && c <= 'f')
            return c - 'a' + 10;
    }
    return -1;
}

int main(void)
{
    int port;

    while ((port = read_port()) >= 0) {
        for (int i = 0; i < BUTTONS; i++) {
            bool level = ((unsigned)port >> i & 1u) != 0;

            on_event(i, button_update(&buttons[i], level));
        }
    }
    for (int i = 0; i < BUTTONS; i++)
        printf("%u%c", presses[i], i + 1 < BUTTONS ? ' ' : '\n');
    return 0;
}
//@ truth: safe

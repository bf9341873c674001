/* A small hotel: rooms go from free to booked, taken and dirty, as guests and staff come and go. */
#include <stdio.h>
#include <string.h>

#define ROOMS 6
#define NAME_SIZE 24

enum state { FREE, BOOKED, TAKEN, DIRTY, STATES };
enum event { BOOK, CANCEL, CHECK_IN, CHECK_OUT, CLEAN, EVENTS };

static const char *const state_names[STATES] = {"free", "booked", "taken", "dirty"};
static const char *const event_names[EVENTS] = {"book", "cancel", "in", "out", "clean"};

/* The state after an event, or -1 if the event is not allowed. */
static const int transitions[STATES][EVENTS] = {
    [FREE] = {BOOKED, -1, TAKEN, -1, FREE},
    [BOOKED] = {-1, FREE, TAKEN, -1, -1},
    [TAKEN] = {-1, -1, -1, DIRTY, -1},
    [DIRTY] = {-1, -1, -1, -1, FREE},
};

struct room {
    enum state state;
    unsigned nights;
    char guest[NAME_SIZE];
};

static struct room rooms[ROOMS];

static int find_event(const char *word)
{
    int e;

    for (e = 0; e < EVENTS; e++)
        if (strcmp(event_names[e], word) == 0)
            break;
    return e;
}

static int handle(int number, enum event event, const char *guest)
{
    struct room *r = &rooms[number];
    int next = transitions[r->state][event];

    if (next < 0)
        return -1;
    if (event == BOOK || (event == CHECK_IN && r->state == FREE))
        snprintf(r->guest, sizeof r->guest, "%s", guest);
    else if (next == FREE)
        r->guest[0] = '\0';
    if (event == CHECK_OUT)
        r->nights++;
    r->state = (enum state)next;
    return 0;
}

static void report(void)
{
    int i;

    for (i = 0; i < ROOMS; i++)
        printf("room %d: %-6s %s\n", i + 1, state_names[rooms[i].state], rooms[i].guest);
}

int main(void)
{
    char line[100], word[10], guest[NAME_SIZE];
    int number, event;

    while (fgets(line, sizeof line, stdin)) {
        guest[0] = '\0';
        if (sscanf(line, "%9s %d %23s", word, &number, guest) < 2) {
            if (strncmp(line, "report", 6) == 0)
                report();
            else
                printf("EVENT ROOM [GUEST], or report\n");
            continue;
        }
        if (number < 1 || number > ROOMS) {
            printf("there is no room %d\n", number);
            continue;
        }
        event = find_event(word);
        if (event == EVENTS)
            printf("what is '%s'?\n", word);
        else if (handle(number, (enum event)event, guest) < 0)
            printf("not possible now\n");
    }
    report();
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 43
//@ run: < "book 1 Ann\nbook 6 Bob\nreport\n"

/* A bus schedule: asks for the time and says when the next buses leave. */
#include <stdio.h>

#define STOPS 3

/* Departures in minutes after midnight. */
static const int departures[] = {
    305, 335, 365, 380, 395, 410, 425, 440, 470, 500, 560, 620, 680, 740, 800, 860, 900, 930, 960, 990, 1020, 1080, 1140, 1260,
};

struct stop {
    const char *name;
    int minutes; /* from the first stop */
};

static const struct stop stops[STOPS] = {
    {"Market Square", 0},
    {"Hospital", 7},
    {"Railway Station", 16},
};

static int next_departure(int now)
{
    int i = 0;

    while (departures[i] < now)
        i++;
    return departures[i];
}

static void print_time(int minutes)
{
    minutes %= 24 * 60;
    printf("%02d:%02d", minutes / 60, minutes % 60);
}

static int read_time(int *minutes)
{
    int hour, minute;

    if (scanf("%d:%d", &hour, &minute) != 2)
        return 0;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return 0;
    *minutes = 60 * hour + minute;
    return 1;
}

int main(void)
{
    int now, stop, departure;

    printf("What time is it (HH:MM)? ");
    if (!read_time(&now)) {
        printf("\nThat is not a time.\n");
        return 1;
    }
    for (stop = 0; stop < STOPS; stop++)
        printf("\n%d - %s", stop + 1, stops[stop].name);
    printf("\nWhere are you? ");
    if (scanf("%d", &stop) != 1 || stop < 1 || stop > STOPS) {
        printf("\nThere is no such stop.\n");
        return 1;
    }

    departure = next_departure(now - stops[stop - 1].minutes);
    printf("\nThe next bus leaves %s at ", stops[stop - 1].name);
    print_time(departure + stops[stop - 1].minutes);
    printf(", in %d minutes.\n", departure + stops[stop - 1].minutes - now);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 26
//@ run: < "22:15\n1\n"

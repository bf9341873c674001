/* A text adventure: find the lamp, then the treasure in the dark cave, and bring it home. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { HOUSE, GARDEN, FOREST, CAVE, ROOMS };
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum { LAMP = 1, TREASURE = 2 };

struct room {
    const char *description;
    int exits[DIRECTIONS];
    int items;
};

static struct room rooms[ROOMS] = {
    [HOUSE] = {"You are at home.", {-1, GARDEN, -1, -1}, 0},
    [GARDEN] = {"You are in a garden.", {FOREST, -1, -1, HOUSE}, LAMP},
    [FOREST] = {"You are in a deep forest.", {-1, CAVE, GARDEN, -1}, 0},
    [CAVE] = {"You are in a cave.", {-1, -1, -1, FOREST}, TREASURE},
};

static char player[12];
static int here = HOUSE, carried, moves;

static void look(void)
{
    if (here == CAVE && !(carried & LAMP)) {
        puts("It is too dark to see anything.");
        return;
    }
    puts(rooms[here].description);
    if (rooms[here].items & LAMP)
        puts("There is a lamp.");
    if (rooms[here].items & TREASURE)
        puts("There is a treasure!");
}

static void go(int direction)
{
    int there = rooms[here].exits[direction];

    if (there < 0) {
        puts("You cannot go there.");
        return;
    }
    here = there;
    moves++;
    look();
}

static void take(void)
{
    if (here == CAVE && !(carried & LAMP)) {
        puts("You grope about and find nothing.");
    } else if (rooms[here].items == 0) {
        puts("There is nothing here.");
    } else {
        carried |= rooms[here].items;
        rooms[here].items = 0;
        puts("Taken.");
    }
}

static void ask_name(void)
{
    char line[80];

    printf("What is your name? ");
    if (fgets(line, sizeof line, stdin) == NULL || line[0] == '\n') {
        strcpy(player, "stranger");
        return;
    }
    line[strcspn(line, "\n")] = '\0';
    strncpy(player, line, sizeof player);
}

int main(void)
{
    static const char letters[] = "nesw";
    char line[80];

    ask_name();
    printf("Welcome, %s!\n", player);
    look();
    while (!(here == HOUSE && carried & TREASURE) && moves < 1000) {
        const char *found;
        int c;

        printf("> ");
        if (fgets(line, sizeof line, stdin) == NULL)
            return 1;
        c = tolower((unsigned char)line[0]);
        if (c == 'q')
            break;
        if (c == 'l')
            look();
        else if (c == 't')
            take();
        else if (c != '\0' && (found = strchr(letters, c)) != NULL)
            go((int)(found - letters));
        else
            puts("n, e, s, w: go; l: look; t: take; q: quit");
    }
    if (carried & TREASURE && here == HOUSE)
        puts("You are rich!");
    printf("%d moves\n", moves);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 84
//@ run: < "Bartholomew the Great\ne\n"

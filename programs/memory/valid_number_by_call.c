// What a function says of a number that it is passed holds behind the call.
#include <stdbool.h>
#include <stdio.h>

static bool fits(int number, int most)
{
    return number >= 0 && number < most;
}

int main(void)
{
    int places[50], place, step;
    if (scanf("%d %d", &place, &step) != 2 || !fits(place, 10) || !fits(step, 5))
        return 1;
    for (int turn = 0; turn < 8; turn++)
        place += step;
    places[place] = 1;
    return places[place];
}
//@ expect: safe

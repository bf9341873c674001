// A small library: shares of a whole, in percent.
#include "percent.h"

static int rounded(int part, int whole)
{
    return (200 * part / whole + 1) / 2;
}

int percent(int part, int whole)
{
    if (part == 0)
        return 0;
    return rounded(part, whole);
}

int largest(const int *parts, int count)
{
    int best = 0;
    for (int i = 1; i <= count; i++)
        if (parts[i] > parts[best])
            best = i;
    return best;
}

int clamp(int value)
{
    return value < 0 ? 0 : value > 100 ? 100 : value;
}

int bonus(int value)
{
    static const int steps[] = {0, 1, 5};
    return steps[clamp(value) / 50];
}

#include "basket.h"

void basket_add(struct basket *basket, int price)
{
    if (basket->count == ROOM)
        return;
    basket->prices[basket->count++] = price;
}

// Takes back what was added last.
void basket_undo(struct basket *basket)
{
    basket->count--;
    basket->prices[basket->count] = 0;
}

int basket_total(const struct basket *basket)
{
    int total = 0;
    for (int i = 0; i < basket->count; i++)
        total += basket->prices[i];
    return total;
}

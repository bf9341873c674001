// Reads prices until a zero, and tells what the basket costs.
#include <stdio.h>
#include "basket.h"

int main(void)
{
    struct basket basket = {0};
    int price;
    while (scanf("%d", &price) == 1 && price != 0) {
        if (price < 0)
            basket_undo(&basket);
        else
            basket_add(&basket, price);
    }
    printf("%d\n", basket_total(&basket));
    return 0;
}

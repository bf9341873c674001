#ifndef BASKET_H
#define BASKET_H

enum { ROOM = 4 };

struct basket {
    int prices[ROOM];
    int count;
};

void basket_add(struct basket *basket, int price);
void basket_undo(struct basket *basket);
int basket_total(const struct basket *basket);

#endif

// `&accounts[number - 1]` of account 0 lies before the array: the address is no error, but what is done with it.
#include <stdio.h>

struct account { int number; int cents; };
struct bank { int open; struct account accounts[4]; int count; };

static struct account *find(struct bank *bank, int number)
{
    if (number < 0 || number > bank->count)
        return NULL;
    return &bank->accounts[number - 1];
}

int main(void)
{
    struct bank bank = { 1 };
    int number;
    bank.count = 2;
    if (scanf("%d", &number) != 1)
        return 1;
    struct account *account = find(&bank, number);
    if (account == NULL)
        return 1;
    account->cents += 5;
    return 0;
}
//@ expect: unsafe
//@ reachable: 24

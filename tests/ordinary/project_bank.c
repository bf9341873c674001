/* A small bank: deposits, withdrawals and transfers between accounts, with a check of the books after each command. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define ACCOUNTS 5
#define MAX_AMOUNT 1000000L
#define MAX_BALANCE 1000000000L

typedef enum { OK, BAD_ACCOUNT, BAD_AMOUNT, NO_MONEY, TOO_MUCH } result;

struct bank {
    long balance[ACCOUNTS];
    long cash; /* what has been paid in and not paid out */
};

static const char *describe(result r)
{
    switch (r) {
    case OK: return "done";
    case BAD_ACCOUNT: return "no such account";
    case BAD_AMOUNT: return "not a valid amount";
    case NO_MONEY: return "not enough money";
    case TOO_MUCH: return "too much money";
    }
    return "?";
}

static int is_account(int n)
{
    return n >= 0 && n < ACCOUNTS;
}

static result deposit(struct bank *b, int account, long amount)
{
    if (!is_account(account))
        return BAD_ACCOUNT;
    if (amount <= 0 || amount > MAX_AMOUNT)
        return BAD_AMOUNT;
    if (b->balance[account] > MAX_BALANCE - amount)
        return TOO_MUCH;
    b->balance[account] += amount;
    b->cash += amount;
    return OK;
}

static result withdraw(struct bank *b, int account, long amount)
{
    if (!is_account(account))
        return BAD_ACCOUNT;
    if (amount <= 0 || amount > MAX_AMOUNT)
        return BAD_AMOUNT;
    if (b->balance[account] < amount)
        return NO_MONEY;
    b->balance[account] -= amount;
    b->cash -= amount;
    return OK;
}

static result transfer(struct bank *b, int from, int to, long amount)
{
    long from_balance, to_balance;

    if (!is_account(from) || !is_account(to))
        return BAD_ACCOUNT;
    if (amount <= 0 || amount > MAX_AMOUNT)
        return BAD_AMOUNT;
    from_balance = b->balance[from];
    to_balance = b->balance[to];
    if (from_balance < amount)
        return NO_MONEY;
    if (to_balance > MAX_BALANCE - amount)
        return TOO_MUCH;
    b->balance[from] = from_balance - amount;
    b->balance[to] = to_balance + amount;
    return OK;
}

static void check_books(const struct bank *b)
{
    long sum = 0;

    for (int i = 0; i < ACCOUNTS; i++) {
        assert(b->balance[i] >= 0);
        sum += b->balance[i];
    }
    assert(sum == b->cash);
}

int main(void)
{
    struct bank bank = {{0}, 0};
    char command[16];
    int account, other;
    long amount;

    while (scanf("%15s", command) == 1) {
        result r;

        if (strcmp(command, "deposit") == 0) {
            if (scanf("%d %ld", &account, &amount) != 2)
                break;
            r = deposit(&bank, account, amount);
        } else if (strcmp(command, "withdraw") == 0) {
            if (scanf("%d %ld", &account, &amount) != 2)
                break;
            r = withdraw(&bank, account, amount);
        } else if (strcmp(command, "transfer") == 0) {
            if (scanf("%d %d %ld", &account, &other, &amount) != 3)
                break;
            r = transfer(&bank, account, other, amount);
        } else {
            printf("unknown command %s\n", command);
            continue;
        }
        printf("%s: %s\n", command, describe(r));
        check_books(&bank);
    }
    for (int i = 0; i < ACCOUNTS; i++)
        printf("account %d: %ld\n", i, bank.balance[i]);
    return 0;
}
//@ truth: unsafe
//@ kind: assertion
//@ line: 87
//@ run: < "deposit 1 500\ntransfer 1 2 100\ntransfer 2 2 50\n"

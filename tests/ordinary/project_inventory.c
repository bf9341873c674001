/* The inventory of a shop as a linked list: items are added at the end, sold, and removed when they are gone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 20
#define MAX_QUANTITY 10000

struct item {
    char name[NAME_SIZE];
    int quantity;
    struct item *next;
};

struct inventory {
    struct item *head;
    struct item *tail;
    int count;
};

static struct item *find(struct inventory *inv, const char *name)
{
    struct item *it;

    for (it = inv->head; it != NULL; it = it->next)
        if (strcmp(it->name, name) == 0)
            return it;
    return NULL;
}

static int add(struct inventory *inv, const char *name, int quantity)
{
    struct item *it = find(inv, name);

    if (quantity <= 0 || quantity > MAX_QUANTITY)
        return 0;
    if (it != NULL) {
        if (it->quantity > MAX_QUANTITY - quantity)
            return 0;
        it->quantity += quantity;
        return 1;
    }
    it = malloc(sizeof(struct item));
    if (it == NULL)
        return 0;
    strcpy(it->name, name);
    it->quantity = quantity;
    it->next = NULL;
    if (inv->head == NULL)
        inv->head = it;
    else
        inv->tail->next = it;
    inv->tail = it;
    inv->count++;
    return 1;
}

static void drop(struct inventory *inv, struct item *gone)
{
    struct item **p = &inv->head;

    while (*p != gone)
        p = &(*p)->next;
    *p = gone->next;
    free(gone);
    inv->count--;
}

static int sell(struct inventory *inv, const char *name, int quantity)
{
    struct item *it = find(inv, name);

    if (it == NULL || quantity <= 0 || quantity > it->quantity)
        return 0;
    it->quantity -= quantity;
    if (it->quantity == 0)
        drop(inv, it);
    return 1;
}

static void list(const struct inventory *inv)
{
    const struct item *it = inv->head;

    printf("%d items\n", inv->count);
    while (it != NULL) {
        printf("  %-20s %5d\n", it->name, it->quantity);
        it = it->next;
    }
}

int main(void)
{
    struct inventory inv = {NULL, NULL, 0};
    char command[10], name[NAME_SIZE];
    int quantity, ok;

    while (scanf("%9s", command) == 1 && strcmp(command, "quit") != 0) {
        if (strcmp(command, "list") == 0) {
            list(&inv);
            continue;
        }
        if (scanf("%19s %d", name, &quantity) != 2) {
            fprintf(stderr, "NAME QUANTITY expected\n");
            break;
        }
        if (strcmp(command, "add") == 0)
            ok = add(&inv, name, quantity);
        else if (strcmp(command, "sell") == 0)
            ok = sell(&inv, name, quantity);
        else
            ok = 0;
        puts(ok ? "ok" : "not possible");
    }
    while (inv.head != NULL)
        drop(&inv, inv.head);
    return 0;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 52
//@ run: < "add pen 5\nadd ink 2\nsell ink 2\nadd paper 1\nlist\n"

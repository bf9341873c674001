// Pointers to functions are values: in tables and structs, as parameters and results, chosen and compared.
#include <assert.h>

static int total;

static void add(int amount) { total += amount; }
static void take(int amount) { total -= amount; }

typedef void action(int);

struct command {
    char key;
    action *run;
};

static const struct command commands[] = { { '+', add }, { '-', take }, { 0, 0 } };

static action *find(int key)
{
    for (int i = 0; commands[i].run; i++)
        if (commands[i].key == key)
            return commands[i].run;
    return 0;
}

static void twice(action *run, int amount)
{
    run(amount);
    run(amount);
}

int main(int argc, char **argv)
{
    action *found = find('-');
    assert(found == take);
    twice(found, 3);
    assert(total == -6);
    (argc > 2 ? add : take)(4);
    assert(total != -2);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 35
//@ unreachable: 37
//@ reachable: 39

// A copied record shares the name with the original; both are freed.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct user { char *name; int id; };

static void user_free(struct user *u)
{
    free(u->name);
    u->name = NULL;
}

int main(void)
{
    struct user u = { NULL, 1 }, copy = { NULL, 2 };
    int share = __VERIFIER_nondet_int();

    u.name = malloc(4);
    if (u.name == NULL)
        return 1;
    memcpy(u.name, "eva", 4);
    if (share > 3)
        copy = u;
    user_free(&u);
    user_free(&copy);
    return 0;
}
//@ expect: unsafe
//@ reachable: 11

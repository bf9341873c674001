// The error path frees what the common path frees once more.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int parse(char *buf, int v)
{
    if (v < 0) {
        free(buf);
        return -1;
    }
    buf[0] = (char)(v % 10);
    return 0;
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    char *buf = malloc(8);
    int rc;

    if (!buf)
        return 1;
    rc = parse(buf, v);
    free(buf);
    return rc < 0;
}
//@ expect: unsafe
//@ reachable: 25

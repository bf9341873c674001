// A function of the library that changes what it gets a pointer to, and nothing else.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char host[8] = "none";
    int left = 3;
    gethostname(host, sizeof host);
    assert(left == 3);
    assert(host[0] == 'n');
    return 0;
}
//@ expect: unknown
//@ reason: changed through a pointer at line 9
//@ unreachable: 10

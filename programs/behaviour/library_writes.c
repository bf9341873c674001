// A function of the library that changes the array that it gets, and nothing else.
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
//@ reason: call of 'gethostname' at line 9
//@ unreachable: 10

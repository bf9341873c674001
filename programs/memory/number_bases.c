// Numbers in bases of all kinds.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    assert(strtoul("-1", NULL, 10) == (unsigned long)-1);
    assert(strtol("08", &end, 0) == 0 && *end == '8');
    assert(strtol("0x1Fg", NULL, 0) == 31);
    assert(strtol("zz", NULL, 36) == 35 * 36 + 35);
    assert(strtol("-99999999999999999999", NULL, 16) == -9223372036854775807L - 1);
    return 0;
}
//@ expect: safe

// Long numbers are read of texts as the standard says.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[24];
    char most[] = " 9223372036854775807x";
    if (!fgets(line, sizeof line, stdin))
        return 1;
    assert(atoll(most) == 9223372036854775807LL);
    assert(strtoll("-9223372036854775809", NULL, 10) == -9223372036854775807LL - 1);
    assert(strtoull("18446744073709551616", NULL, 10) == 18446744073709551615ULL);
    assert(atol("12") == 12);
    assert(atol(line) != -173);
    return 0;
}
//@ expect: unsafe
//@ reachable: 16

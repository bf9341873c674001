// Where registers may have more bits than the type, floating-point numbers are not followed.
#include <assert.h>

int main(void)
{
    float x = 0.5f;

    assert(x == 0.5f);
    return 0;
}
//@ options: --data-model ilp32
//@ expect: unknown
//@ reason: floating-point

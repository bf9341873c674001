// One pass too few to sort three numbers.
#include <assert.h>

int main(void)
{
    double v[3] = { 3, 2, -1 };

    for (int i = 0; i < 1; i++)
        for (int j = 0; j < 2; j++)
            if (v[j] > v[j + 1]) {
                double t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
    assert(v[2] == 3);
    assert(v[0] <= v[1]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 16
//@ unreachable: 15

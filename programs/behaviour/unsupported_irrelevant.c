// What is not modelled lies off every path and out of every value that matters.
#include <assert.h>

double mean(double left, double right)
{
    return (left + right) / 2.0;
}

int main(void)
{
    int x = 3;
    double unused = mean(1.0, 2.0);
    assert(x == 3);
    if (x == 4)
        unused = unused * 2.0;
    return 0;
}
//@ expect: safe
//@ unreachable: 13

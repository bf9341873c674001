// What lies before the first element of an array that is given belongs to nobody.
int last(int *values, int n)
{
    return values[n - 1];
}
//@ options: --entry last --elements 4
//@ expect: unsafe
//@ reachable: 4
//@ headline: last() fails when n < 1, or n > elements of values

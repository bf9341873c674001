// What the contract of a function with pointer parameters asks for is assumed, also of one that calls itself.
/*@ requires n >= 0 && n <= 1; */
int sum(const int *values, int n)
{
    if (n == 0)
        return 0;
    return (values[n - 1] & 1) + sum(values, n - 1);
}
//@ options: --entry sum --acsl
//@ expect: safe
//@ headline: safe for all arguments of sum() with at most 8 elements behind `values`

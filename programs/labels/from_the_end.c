// Elements counted from the end: unsigned differences wrap around, but not where the index is one of the array.

/*@ requires \valid(a + (0 .. n - 1));
    assigns \nothing; */
int from_the_end(int *a, unsigned n, unsigned i)
{
    if (i < n)
        return a[n - 1u - i];
    return 0;
}

/*@ requires \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1]; */
void mirror(int *a, unsigned n)
{
    const unsigned half = n / 2u;
    /*@ loop invariant 0 <= i <= half;
        loop assigns i, a[0 .. n - 1];
        loop variant half - i; */
    for (unsigned i = 0u; i < half; i++) {
        int kept = a[i];
        a[i] = a[n - 1u - i];
        a[n - 1u - i] = kept;
    }
}

/*@ requires \valid(a + (0 .. n - 1));
    assigns \nothing; */
int behind_the_end(int *a, unsigned n, unsigned i)
{
    if (i <= n)
        return a[n - i];
    return 0;
}
//@ valid: ArrayAccess@8.17
//@ valid: Null@21.21
//@ valid: ArrayAccess@21.21
//@ valid: ArrayAccess@22.17
//@ valid: ArrayAccess@23.10
//@ invalid: ArrayAccess@32.17 | Then@32.9 | run n=0 i=0 a=(0 bytes)

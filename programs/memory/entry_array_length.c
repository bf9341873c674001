// A function that is given an array and its length has to get at most as many as there are.
int sum(const int *values, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += values[i] & 1;
    return s;
}
//@ options: --entry sum
//@ expect: unsafe
//@ reachable: 6
//@ headline: sum() fails when n > elements of values
//@ assumed: requires \valid_read(values) && \offset(values) == 0 && \block_length(values) <= 8 * sizeof(*values);

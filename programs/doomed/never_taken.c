//@ doomed: 6: 5, 6 | unreached
//@ doomed: 7: 5, 7 | fails
// Where no path leads there is no state that others could be joined with.
int f(int n) {
    int z = 0;
    if (z) n++;
    if (n > 3) return n / z;
    return 0;
}

//@ doomed: none
// Who comes from the loop with two entries has another x.
int f(int n, int k) {
    int x = 0;
    if (n == 5) goto out;
    x = 1;
    if (k) goto middle;
    while (n > 0) {
        n--;
    middle:
        k++;
    }
out:
    if (k > 3) return n / x;
    return 0;
}

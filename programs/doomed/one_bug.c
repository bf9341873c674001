// One mistake is one warning, and what is printed of a condition is so in every run.
int *table(void);
int checked_late(int *p, int n) {
    int v = *p;
    if (p == 0)
        return -1;
    if (n > 3 && !p)
        v++;
    if (!p)
        return -2;
    return v;
}
int decided(int a, int *p) {
    if (a > 3)
        p = 0;
    if (a < 2)
        a = 2;
    if (a > 3)
        a = *p;
    return a;
}
int choice(int x) {
    if (x > 0)
        return 1;
    else if (x < 0)
        return -1;
    else if (x == 0)
        return 5;
    else
        return 0; /* avoid warning */
}
int rest(int x) {
    if (x > 0)
        return 1;
    if (x <= 0) {
        x = 3;
        return x;
    } else
        return 0; /* avoid warning */
}
int loop(int n) {
    int i = 0, *p = 0;
    if (n > 0)
        while (i < n)
            i++;
    if (n > 0)
        return *p + i;
    return 0;
}
int contradiction(int n) {
    if (n > 3) {
        n++;
        if (n < 2)
            return n / 2 * 3;
    }
    return n;
}
//@ doomed: 5: 4, 5 | behind
//@ doomed: 14: 14, 15, 16, 18, 19 | fails
//@ doomed: 43: 42, 43, 46, 47 | fails

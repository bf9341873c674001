// The last round of a loop fails: no round, one, two, and more are looked at, and small constant bounds are counted.
int counted(int n) {
    int a[4], i;
    for (i = 0; i <= 4; i++)
        a[i] = n;
    return a[0];
}
int many(int n) {
    int a[100], i;
    for (i = 0; i <= 100; i++)
        a[i] = n;
    return a[0];
}
int down(int n) {
    int a[100], i = 99;
    while (i >= -1) {
        a[i] = n;
        i--;
    }
    return a[0];
}
int right(int n) {
    int a[100], i;
    for (i = 0; i < 100; i++)
        a[i] = n;
    return a[0];
}
int found(int n) {
    int a[4] = {1, 2, 3, 4}, i;
    for (i = 0; i <= 4; i++)
        if (a[i] == n)
            return i;
    return -1;
}
int left(int n) {
    int a[4] = {0}, i;
    for (i = 0; i <= 4; i++) {
        if (n > i + 10)
            break;
        a[i] = n;
    }
    return a[0];
}
int nested(int n) {
    int a[3][3], i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j <= 3; j++)
            a[i][j] = n;
    return a[0][0];
}
//@ doomed: 2: 4, 5 | fails
//@ doomed: 8: 10, 11 | fails
//@ doomed: 14: 15, 16, 17, 18 | fails
//@ doomed: 30: 30, 31 | behind
//@ doomed: 38: 37, 38, 40 | fails
//@ doomed: 44: 46, 47, 48 | fails

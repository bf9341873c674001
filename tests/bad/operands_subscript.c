int main(void) {
    int a[3] = {0}, x = 1;
    double d = 1;
    struct s { int m; } v = {1};
    x = x[1];
    x = a[d];
    x = a[v];
    x = 1[2];
    x[0] = 1;
    return a[1][2];
}

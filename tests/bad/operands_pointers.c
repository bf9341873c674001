int main(void) {
    int x = 1, *p = &x;
    struct s { int a; } v = {1};
    double d = 1;
    p = v;
    p = d;
    v = p;
    d = p;
    return 0;
}

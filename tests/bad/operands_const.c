const int a = 1;
struct s { const int b; int c; };
int f(const int p) {
    p = 2;
    p++;
    return p;
}
int main(void) {
    const int b[2] = {1, 2};
    const struct s v = {1, 2};
    struct s w = {1, 2};
    a = 2;
    a += 1;
    --a;
    b[0] = 3;
    v.c = 4;
    w.b = 5;
    w = v;
    return 0;
}

struct s { int a; } v;
int f(int a) {
    return a;
}
int g(struct s a);
int h(double d, int *p);
void k(void);
int main(void) {
    f(v);
    g(1);
    h(v, 0);
    h(1, v);
    f(k());
    g(v);
    return 0;
}

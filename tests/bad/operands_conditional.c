struct s { int a; } v;
void f(void);
int main(void) {
    int x = 1, *p = &x;
    x = x ? v : 1;
    x = x ? f() : 1;
    x = v ? 1 : 2;
    return 0;
}

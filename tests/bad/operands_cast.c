struct s { int a; } v;
void f(void);
int main(void) {
    int x = (int) v;
    v = (struct s) x;
    x = (int) f();
    double d = 1;
    int *p = (int *) d;
    x = (int[2]) x;
    return 0;
}

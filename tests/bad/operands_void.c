void f(void);
int main(void) {
    int x = f();
    x = f() + 1;
    x = f() ? 1 : 2;
    x = !f();
    x += f();
    if (f()) x = 1;
    for (; f(); ) ;
    return f();
}

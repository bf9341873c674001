__attribute__((noreturn)) void die(void);
_Noreturn void fail(void) {
    for (;;) ;
}
int f(int x) {
    if (x) return 1;
    die();
}
int g(int x) {
    if (x) return 1;
    fail();
}
int h(int x) {
    do {
        if (x) continue;
        return 1;
    } while (x);
}
int k(int x) {
    do {
        if (x) return 2;
    } while (1);
}
int main(void) {
    return f(1);
}

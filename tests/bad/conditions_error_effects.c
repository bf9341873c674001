int g;
int f(void);
void v(void) {
}
int main(void) {
    g = 1;
    return 0;
}
//@ error: g = 1
//@ error: g++ > 1
//@ error: f() == 1
//@ error: \result == 1
//@ error: v: \result == 1

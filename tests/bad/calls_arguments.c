int f(int a, int b) {
    return a + b;
}
void g(void) {
}
int h(int a, ...);
int main(void) {
    f(1);
    f(1, 2, 3);
    g(1);
    h();
    return f();
}

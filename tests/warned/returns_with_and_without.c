void f(int x) {
    if (x) return 1;
}
int g(int x) {
    if (x) return;
    return 2;
}
int main(void) {
    f(1);
    return g(0);
}

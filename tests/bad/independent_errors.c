int f(int a) {
    return a + missing;
}
int g(void) {
    int x = 1
    return x;
}

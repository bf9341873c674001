int f(int a, int a) {
    return a;
}
int g(int b) {
    int b = 1;
    return b;
}
int main(void) {
    return f(1, 2) + g(1);
}

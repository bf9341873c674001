int f(void a) {
    return 1;
}
int g(int a, void) {
    return 1;
}
int main(void) {
    return 0;
}

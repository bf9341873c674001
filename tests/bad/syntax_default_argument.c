int g(int a = 1) {
    return a;
}
int main(void) {
    return 0;
}

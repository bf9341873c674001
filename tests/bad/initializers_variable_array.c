int main(void) {
    int n = 3;
    int a[n] = {1, 2, 3};
    static int b[n];
    return 0;
}

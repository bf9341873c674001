int main(void) {
    int a[3] = 5;
    int b[2] = {1, 2};
    int c[2] = b;
    int d[] = b;
    char e[3] = 'x';
    int f[4] = "abc";
    return 0;
}

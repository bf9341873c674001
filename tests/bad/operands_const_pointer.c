int main(void) {
    int x = 1;
    const int *p = &x;
    int *const q = &x;
    *p = 2;
    q = 0;
    p[0]++;
    return 0;
}

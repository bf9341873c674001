int a[3], m[2][4];
struct s { int v[5]; } r;
int main(void) {
    int x = 0;
    if (x) {
        a[3] = 1;
        a[-1] = 1;
        x = m[2][0] + m[0][4];
        r.v[5] = 2;
    }
    int *end = &a[3];
    int size = sizeof(a[7]);
    x = a[2] + m[1][3];
    return 0;
}

int a[-1];
int b[1.5];
int n = 3;
int c[n];
int d[1 - 2];
int main(void) {
    int e[-3];
    return 0;
}

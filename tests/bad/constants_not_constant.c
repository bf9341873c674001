int n = 3;
int a = n + 1;
int b = f();
int main(void) {
    static int c = n;
    int x = 1;
    switch (x) {
    case n:
        break;
    }
    enum { E = x };
    static int d[2] = {1, x};
    return 0;
}

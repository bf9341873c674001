int main(void) {
    int x = 1, *p = &x;
    double d = 1.5;
    x = d % 2;
    x = d << 1;
    x = d & 1;
    x = ~d;
    p = p * 2;
    p = p + p;
    p = p + d;
    x = -p;
    x = p / p;
    x = p | 1;
    x %= d;
    x <<= p;
    return x;
}

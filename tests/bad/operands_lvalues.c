int f(void);
int main(void) {
    int a = 1, b = 2;
    1 = a;
    a + b = 3;
    f() = 1;
    a++ = 2;
    (a, b) = 1;
    -a += 1;
    "x"++;
    5--;
    ++f();
    return &1 == &a;
}

Foo x;
int f(Bar b);
int main(void) {
    Baz y = 1;
    return 0;
}

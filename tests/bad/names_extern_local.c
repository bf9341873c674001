int main(void) {
    extern int a = 1;
    static int b;
    auto int c = 2;
    return a + b + c;
}

int main(void) {
    int a = 0x;
    int b = 0xfg;
    return a + b;
}

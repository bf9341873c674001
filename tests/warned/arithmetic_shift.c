int main(void) {
    int x = 1;
    long y = 1;
    if (x == 2) {
        x = x << 32;
        x = x >> -1;
        y = y << 63;
        y <<= 64;
        x >>= 40;
    }
    return 0;
}

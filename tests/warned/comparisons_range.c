int main(void) {
    unsigned u = 1;
    unsigned char c = 2;
    int x = 0;
    if (u < 0) x = 1;
    if (u >= 0) x = 2;
    if (c > 255) x = 3;
    if (c == 256) x = 4;
    if (300 > c) x = 5;
    if (c != -1) x = 6;
    if (u > 0) x = 7;
    if (c < 255) x = 8;
    return x;
}

int main(void) {
    int x = 0, y = 1;
    if (x = y) y = 2;
    while (x = y - 2) y = 2;
    if ((x = y)) y = 3;
    x == 2;
    x < y;
    return 0;
}

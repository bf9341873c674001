int main(void) {
    int x = 3;
    if (x == 4) {
        x = x / 0;
        x %= 0;
    }
    x = 0 && x / 0;
    x = 1 ? x : x / 0;
    int size = sizeof(x / 0);
    return x + size;
}

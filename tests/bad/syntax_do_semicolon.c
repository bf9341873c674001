int main(void) {
    int a = 1;
    do a++; while (a < 10)
    return a;
}

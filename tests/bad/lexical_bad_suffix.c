int main(void) {
    int a = 12abc;
    long b = 1lul;
    return a + b;
}

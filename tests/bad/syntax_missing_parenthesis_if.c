int main(void) {
    int a = 1;
    if (a > 1 {
        a = 2;
    }
    return a;
}

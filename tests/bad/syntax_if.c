int main(void) {
    int a = 0;
    if a == 1
        a = 2;
    if () a = 3;
    return a;
}

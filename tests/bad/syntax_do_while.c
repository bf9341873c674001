int main(void) {
    int a = 1;
    do {
        a++;
    } (a < 10);
    return a;
}

int main(void) {
    int a = 0;
    while a < 10 {
        a++;
    }
    return a;
}

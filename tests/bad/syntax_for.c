int main(void) {
    int a = 0;
    for (int i = 0; i < 10) a++;
    for (int i = 0, i < 10, i++) a++;
    return a;
}

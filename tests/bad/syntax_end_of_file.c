int main(void) {
    int a = 1;
    a = a +

int main(void) {
    int a = 1 ? 2;
    int b = 1 ? : ;
    return a + b;
}

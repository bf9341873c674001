int f(int a, int b) {
    return a + b;
}
int main(void) {
    return f(missing, other, third);
}

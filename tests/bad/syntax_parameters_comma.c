int g(int a int b) {
    return a;
}
int main(void) {
    return 0;
}

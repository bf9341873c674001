int f(1, 2) {
    return 0;
}
int main(void) {
    return f(1, 2);
}

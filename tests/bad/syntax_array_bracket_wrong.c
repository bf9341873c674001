int main(void) {
    int b]3];
    return 0;
}

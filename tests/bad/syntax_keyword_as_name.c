int main(void) {
    int int = 1;
    int while = 2;
    return 0;
}

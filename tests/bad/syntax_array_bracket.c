int main(void) {
    int a[3;
    return 0;
}

int main(void) {
    int a[3], b[3];
    a = b;
    a++;
    a += 1;
    return 0;
}

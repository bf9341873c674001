int main(void) {
    void b;
    void c[3];
    return 0;
}

int main(void) {
    int 2a = 1;
    return 0;
}

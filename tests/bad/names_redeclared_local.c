int main(void) {
    int a = 1;
    int a = 2;
    long a;
    return a;
}

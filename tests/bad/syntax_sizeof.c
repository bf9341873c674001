int main(void) {
    int a = sizeof;
    int b = sizeof(int;
    return a + b;
}

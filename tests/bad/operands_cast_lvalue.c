int main(void) {
    int a = 1;
    (char) a = 2;
    (a ? a : a) = 3;
    return a;
}

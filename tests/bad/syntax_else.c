int main(void) {
    int a = 1;
    else a = 2;
    return a;
}

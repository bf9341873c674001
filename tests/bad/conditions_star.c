int main(void) {
    int x;
    x = *;
    x = 1 + *;
    return x;
}

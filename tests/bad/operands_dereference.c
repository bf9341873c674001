int main(void) {
    int x = 1;
    struct s { int a; } v = {1};
    *x = 2;
    *v = 3;
    x = **&x;
    return *1;
}

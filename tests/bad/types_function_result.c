int (*f(void))[3];
struct s g(void) {
    struct s v;
    return v;
}
int main(void) {
    return 0;
}

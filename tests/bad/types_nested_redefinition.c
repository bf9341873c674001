struct s {
    struct t {
        struct s { int a; } b;
        int c;
    } d;
};
int main(void) {
    struct s v;
    return 0;
}

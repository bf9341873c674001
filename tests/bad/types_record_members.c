struct s {
    int a;
    int a;
    void b;
    struct s c;
    int d[];
    int f(void);
    int e;
};
int main(void) {
    return 0;
}

struct s {
    int a
    int b;
};
struct t { int a; }
int main(void) {
    return 0;
}

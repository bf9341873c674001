struct s { int b : 3; } v;
int main(void) {
    register int r = 1;
    int *p = &r;
    p = &v.b;
    p = &(r + 1);
    p = &3;
    return 0;
}

void f(void);
struct s { int b : 3; } v;
struct u;
int main(void) {
    int n = sizeof(struct u);
    n = sizeof(v.b);
    n = _Alignof(struct u);
    return n;
}

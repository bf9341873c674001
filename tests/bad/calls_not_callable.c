int x;
struct s { int a; } v;
int main(void) {
    x();
    x(1, 2);
    1();
    v.a(2);
    (x + 1)();
    return "f"();
}

struct s { int a; } v;
void f(void) {
    return 1;
}
int g(void) {
    return;
}
int h(void) {
    return v;
}
struct s k(void) {
    return 1;
}
void m(void) {
    return v;
}
int main(void) {
    return undeclared;
}

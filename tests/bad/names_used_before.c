int f(void) {
    return later;
}
int later = 1;
int main(void) {
    return f();
}
int g(void) {
    return K;
}
enum { K = 1 };

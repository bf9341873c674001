int g;
int f(int a) {
    int b = a;
    return b;
}
int main(void) {
    return f(1);
}
//@ error: nothing > 1
//@ error: f: c == 1
//@ error: h: g == 1

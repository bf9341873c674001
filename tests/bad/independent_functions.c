struct point { int x, y; };
int first(struct point p) {
    return p.z;
}
int second(int n) {
    n = 5;
    6 = n;
    return n;
}
int third(void) {
    return first(3) + second();
}
int main(void) {
    return third(1);
}

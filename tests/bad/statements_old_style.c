int f(a, b)
    int a;
    int c;
{
    return a + b;
}
int g(a, a) {
    return a;
}
int main(void) {
    return f(1, 2);
}

int f(int a);
long f(int a);
int g(int a);
int g(int a, int b);
int h(int a);
int h(char a);
int k(int a) {
    return a;
}
int k(int a, ...);
int main(void) {
    return 0;
}

int f(int a, int b);
int main(void) {
    f(1,);
    f(,1);
    f(1 2);
    return 0;
}

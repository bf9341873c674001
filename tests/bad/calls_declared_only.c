int f(int a);
void g(int, int);
int main(void) {
    g(1);
    g(1, 2, 3);
    return f(1, 2);
}

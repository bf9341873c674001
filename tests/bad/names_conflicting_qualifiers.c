const int a;
int a;
extern int b;
extern const int b;
int f(int x, int y);
int f(x)
    int x;
{
    return x;
}
int main(void) {
    return 0;
}

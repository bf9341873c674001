int f(void);
static int f(void) {
    return 1;
}
extern int a;
static int a;
int main(void) {
    return f() + a;
}

struct s { int a; } v;
int *p;
double d;
int main(void) {
    return 0;
}
//@ error: v
//@ error: v.b == 1
//@ error: *p == 1
//@ error: d > 1.5

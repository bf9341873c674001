struct s { int a; } v, w;
struct t { int a; } u;
int main(void) {
    int x = 1;
    if (v) x = 2;
    x = v;
    v = x;
    v = u;
    x = v + 1;
    x = v == w;
    x = !v;
    x = -v;
    v++;
    while (v) ;
    x = v && 1;
    return v;
}

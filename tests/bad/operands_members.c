struct s { int a; } v, *p = &v;
int main(void) {
    int x = 1;
    x = v.b;
    x = x.a;
    x = x->a;
    x = p.a;
    x = v->a;
    p->c = 1;
    return v.a.b;
}

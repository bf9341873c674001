struct unknown a;
struct unknown *p;
extern struct unknown e;
int main(void) {
    struct unknown b;
    int n = sizeof(struct unknown);
    return p->x + n;
}

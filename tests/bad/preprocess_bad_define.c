#define
#define 3 x
#define F(a, a) a
#define G(a b) a
#define H(a #a
int main(void) {
    return 0;
}

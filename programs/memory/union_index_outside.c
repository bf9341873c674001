// An element behind an array in a union.
extern int __VERIFIER_nondet_int(void);

union word {
    unsigned long whole;
    unsigned short half[3];
    unsigned char byte[8];
};

int main(void)
{
    union word w;
    int x = __VERIFIER_nondet_int();

    w.whole = 0;
    if (x < 0 || x > 3)
        return 0;
    w.half[x] = 1;
    return 0;
}
//@ expect: unsafe
//@ reachable: 18

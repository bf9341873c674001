// A pointer to a member is not a pointer to an array of all members.
extern int __VERIFIER_nondet_int(void);

struct rgb { unsigned char c[3]; int alpha; };

static int brightness(const unsigned char *c, int n)
{
    int sum = 0;
    for (int i = 0; i <= n; i++)
        sum += c[i];
    return sum;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned char pixel[3] = { 1, 2, 3 };
    struct rgb p = { { 1, 2, 3 }, 0 };

    if (n < 1 || n > 3)
        return 0;
    if (brightness(p.c, 2) != 6)
        return 1;
    return brightness(pixel, n);
}
//@ expect: unsafe
//@ reachable: 10

_Static_assert(sizeof(int) == 8, "int has 8 bytes");
_Static_assert(1 == 1, "fine");
int n;
_Static_assert(n, "n");
int main(void) {
    _Static_assert(0, "never");
    _Static_assert(2 < 1);
    return 0;
}

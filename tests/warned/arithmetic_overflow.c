int big = 2147483647 + 1;
long wide = 2147483647 * 2;
int low = -2147483647 - 2;
unsigned fine = 4294967295u + 1;
int quotient = (-2147483647 - 1) / -1;
int main(void) {
    int x = 1000000 * 1000000;
    return x + -(-2147483647 - 1);
}

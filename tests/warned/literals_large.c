int main(void) {
    unsigned long a = 99999999999999999999;
    unsigned long b = 18446744073709551615;
    unsigned long c = 18446744073709551615u;
    int d = 'ab';
    int e = 'abcde';
    return d;
}

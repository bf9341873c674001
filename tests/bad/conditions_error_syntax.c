int g;
int main(void) {
    g = 1;
    return 0;
}
//@ error: g >
//@ error: g > 1; g = 2
//@ error:
//@ error: (g

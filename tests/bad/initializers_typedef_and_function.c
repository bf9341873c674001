typedef int T = 1;
int f(void) = 2;
int main(void) {
    return 0;
}

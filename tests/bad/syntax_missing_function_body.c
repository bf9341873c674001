int f(void)
int main(void) {
    return 0;
}

int main(void) {
    goto nowhere;
    goto nowhere;
again:
    goto elsewhere;
again:
    return 0;
}
int f(void) {
    goto again;
}

auto int a;
register int b;
int main(void) {
    return 0;
}

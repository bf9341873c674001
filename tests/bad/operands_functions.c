int f(void);
int main(void) {
    f = 1;
    f++;
    return f + f;
}

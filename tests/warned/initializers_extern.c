extern int a = 1;
int b[];
int main(void) {
    return a + b[0];
}

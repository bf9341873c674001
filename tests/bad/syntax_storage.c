static extern int a;
typedef static int b;
int main(void) {
    return 0;
}

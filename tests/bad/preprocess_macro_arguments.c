#define ADD(a, b) ((a) + (b))
#define ONE(a) (a)
int main(void) {
    int x = ADD(1);
    int y = ONE(1, 2);
    return x + y;
}

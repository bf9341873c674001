int x;
int main(void) {
    if (x = 0) x = 1;
    for (; x = 3;) break;
    do x = 0; while (x = 0);
    return x;
}
//@ error: x == 7

int x;
x = 1;
if (x) x = 2;
int main(void) {
    return x;
}

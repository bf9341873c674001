int a[3] = {1, 2, 3;
int main(void) {
    return a[0];
}

int a
int b = 2;
int main(void) {
    return b;
}

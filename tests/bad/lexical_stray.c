int main(void) {
    int a = 1 @ 2;
    int b = 3;
    return a + b `;
}

int main(void) {
    int x = nobody_declared_me(1);
    x = nobody_declared_me(2);
    return x;
}

int main(void) {
    return _Generic(1, int: 2, default);
}

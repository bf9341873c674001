int main(void) {
    int c = '';
    return c;
}

int main(void) {
    /* größe */ int a = ÿ;
    return a;
}

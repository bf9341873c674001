int main(void) {
    int a = missing + 1;
    a = missing + other;
    if (missing) a = missing;
    return a;
}
int f(void) {
    return missing;
}

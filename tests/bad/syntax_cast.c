int main(void) {
    int a = (int) ;
    int b = (undefined_type) 1;
    return a + b;
}

double huge = 1e+;
int main(void) {
    return 0;
}

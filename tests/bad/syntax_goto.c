int main(void) {
    goto 1;
    goto;
    return 0;
}

#warning this is old
int main(void) {
    return 0;
}

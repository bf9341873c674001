int main(void) {
    return return 0;
}

int main(void) {
    asm("nop" : "=r" (1;
    return 0;
}

#define LEVEL 2
#if LEVEL > 1
#error this level is not supported
#endif
int main(void) {
    return 0;
}

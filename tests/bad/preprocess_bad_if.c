#if
#endif
#if 1 +
#endif
#if (1
#endif
#if 1.5 > 1
#endif
#if 1 / 0
#endif
int main(void) {
    return 0;
}

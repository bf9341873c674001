#if 1
int a;
#else
int b;
#else
int c;
#endif
#elif 2
int main(void) {
    return a;
}

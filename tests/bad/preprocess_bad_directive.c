#foo bar
#ifdef
#endif
#undef
#include
#include <unclosed.h
int main(void) {
    return 0;
}

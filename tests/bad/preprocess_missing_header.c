#include "missing_header.h"
int main(void) {
    int x = 1
    return x;
}

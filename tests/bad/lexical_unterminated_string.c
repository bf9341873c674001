#include <stdio.h>
int main(void) {
    printf("never closed);
    return 0;
}

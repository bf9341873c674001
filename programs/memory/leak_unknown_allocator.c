// What a library function allocates that is not modelled may leak, too.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    int *p = malloc(4);
    getline(&line, &size, stdin);
    free(p);
    return 0;
}
//@ options: --check memory
//@ expect: unknown
//@ reason: memory that 'getline' allocates

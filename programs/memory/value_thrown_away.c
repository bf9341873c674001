// What is read and thrown away is read all the same; for an object that is volatile every compiler reads it.
#include <stdlib.h>

struct job { int number; struct job *next; };

int main(int argc, char **argv)
{
    volatile struct job *job = malloc(sizeof *job);
    if (!job)
        return 1;
    job->number = argc;
    job->next = NULL;
    if (argc > 1)
        free((void *)job);
    (void)job->number;
    return 0;
}
//@ expect: unsafe
//@ reachable: 15

// Runs of other threads interleave with those of main, so nothing is proved.
#include <assert.h>
#include <pthread.h>

int shared;

void *writer(void *argument)
{
    shared = 6;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    shared = 2;
    assert(shared == 2);
    return 0;
}
//@ expect: unknown
//@ reason: is not modelled

// Closing a stream ends it; the pointer to it still looks like one.
#include <stdio.h>

static FILE *journal;

static void say(const char *text)
{
    if (journal)
        fprintf(journal, "%s\n", text);
}

int main(void)
{
    journal = fopen("journal.txt", "a");
    say("begin");
    if (journal)
        fclose(journal);
    if (getchar() == 'x')
        say("end");
    return 0;
}
//@ expect: unsafe
//@ reachable: 9

// A file is opened by the name that the program is given, however long that is.
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "words.txt";
    FILE *file = fopen(name, "r");
    if (!file)
        return 1;
    int lines = 0, c;
    while ((c = fgetc(file)) != EOF)
        if (c == '\n' && lines < 1000000)
            lines++;
    fclose(file);
    printf("%s: %d\n", name, lines);
    return 0;
}
//@ expect: safe
//@ assumed: started with its name

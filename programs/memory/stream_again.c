// A file is read twice: what comes the second time is not any text, but it fits as the first one does.
#include <stdio.h>

int main(void)
{
    FILE *notes = fopen("notes.txt", "r");
    char line[32];
    int c, lines = 0;
    if (notes == NULL)
        return 1;
    while ((c = fgetc(notes)) != EOF)
        if (c == '\n' && lines < 1000)
            lines++;
    rewind(notes);
    if (fseek(notes, 0, SEEK_SET) != 0)
        perror("notes.txt");
    while (!feof(notes) && fgets(line, sizeof line, notes))
        printf("%ld: %s", ftell(notes), line);
    if (ferror(notes))
        return 2;
    return fclose(notes);
}
//@ expect: safe

// Says for each line of the input whether it is a palindrome; only letters and digits count, and case does not matter.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_LINE 100

static void chomp(char *s)
{
    size_t length = strlen(s);

    if (length > 0 && s[length - 1] == '\n')
        s[length - 1] = '\0';
}

static int is_palindrome(const char *s)
{
    int left = 0;
    int right = (int)strlen(s) - 1;

    while (left < right) {
        if (!isalnum((unsigned char)s[left])) {
            left++;
        } else if (!isalnum((unsigned char)s[right])) {
            right--;
        } else {
            if (tolower((unsigned char)s[left]) != tolower((unsigned char)s[right]))
                return 0;
            left++;
            right--;
        }
    }
    return 1;
}

int main(void)
{
    char line[MAX_LINE];
    unsigned int yes = 0, no = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        chomp(line);
        if (line[0] == '\0')
            continue;
        if (is_palindrome(line)) {
            printf("\"%s\" is a palindrome\n", line);
            yes++;
        } else {
            printf("\"%s\" is no palindrome\n", line);
            no++;
        }
    }
    printf("%u palindromes, %u others\n", yes, no);
    return 0;
}
//@ truth: safe

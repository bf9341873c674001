/* What functions of the library do, in C: a call of one of these is replaced by its body (models.rs), where its arguments are
 * what the parameters say. Each body ends with its only return. Parameters are called as in the standard.
 *
 * `element` is what the arrays consist of that a function of memory gets, and sizes of memory count elements. A call inside of
 * a body is one of the function itself; it moves a whole element, whether that has a value or not. Others call what only
 * bodies call:
 *
 * letters(s, low, limit)   How many letters are read of a text from outside that goes to `s`: from `low` on, below `limit`. One more
 *                          argument: it is the standard input, and 1: a line, 2: a word, 3: a line without its end.
 * letter(s)                One of them. One more argument: it comes next on the standard input, and 1: it is the last of a line.
 * either()                 Zero or one: what nobody says of the function.
 * apart()                  Places that are written and read do not overlap, which is taken for granted.
 * unknown()                Nobody knows what: the function may not be called so.
 * unknown_number()         The same, of a wider type.
 * assume(condition)        Only runs in which it holds count.
 * malloc(size)             The one of the library.
 *
 * A variable outside of functions is one for all calls in the program.
 *
 * A parameter that is `void *` is a stream: whichever it is, what it gives comes from outside. */
typedef __SIZE_TYPE__ size_t;
int either(void);
int unknown(void);
long long unknown_number(void);
void apart(void);
int letters(const char *s, int low, int limit, ...);
char letter(const char *s, ...);
void assume(int condition);
void *malloc(size_t size);

/* What reads the standard input says so. */
#ifdef INPUT
#define LINE_LETTERS(limit) letters("s", -1, limit, 1)
#define WORD_LETTERS(limit) letters("s", 1, limit, 2)
#define REST_LETTERS(limit) letters("s", 1, limit, 3)
#define LINE_LETTER letter("s", 0)
#define LAST_LETTER letter("s", 1)
#else
#define LINE_LETTERS(limit) letters("s", -1, limit)
#define WORD_LETTERS(limit) letters("s", 1, limit)
#define REST_LETTERS(limit) letters("s", 1, limit)
#define LINE_LETTER letter("s")
#define LAST_LETTER letter("s")
#endif

/* Where places may overlap that are copied to and from, it is taken for granted that they do not. */
#ifdef MAY_OVERLAP
#define BEGIN apart();
#else
#define BEGIN
#endif

/* The places do not overlap. */
element *memcpy(element *dest, const element *src, size_t n)
{
    size_t i = 0;
    BEGIN
    while (i < n) {
        memcpy(dest + i, src + i, sizeof(element));
        i++;
    }
    return dest;
}

/* Both places are in one object. */
element *memmove(element *dest, const element *src, size_t n)
{
    size_t i = 0;
    if (dest < src)
        while (i < n) {
            memmove(dest + i, src + i, sizeof(element));
            i++;
        }
    else
        while (i < n) {
            i++;
            memmove(dest + (n - i), src + (n - i), sizeof(element));
        }
    return dest;
}

/* Which elements are compared is not said, only that it are elements: so any two of them may be. Neither is the order said in which
 * those are that compare equal; they have to do so either way. */
#if defined NUMBERS || defined CHARACTERS
#define DIFFER(a, b) ((a) != (b))
#else
#define DIFFER(a, b) 1
#endif
element *qsort(element *base, size_t nmemb, size_t size, int (*compar)(const void *, const void *))
{
    size_t i = 0, j = 0;
    int order = 0;
#ifndef PLAIN
    if (nmemb > 1 && either()) {
        while (i + 1 < nmemb && either())
            i++;
        while (j + 1 < nmemb && either())
            j++;
        assume(i != j);
        compar(base + i, base + j);
        assume(0);
    }
#endif
    i = 1;
    while (i < nmemb) {
        j = i;
        order = 1;
        while (j > 0 && order > 0) {
            order = compar(base + (j - 1), base + j);
            if (order == 0 && DIFFER(base[j - 1], base[j]) && either())
                order = compar(base + j, base + (j - 1)) == 0 ? 1 : unknown();
            if (order > 0) {
                element moved = base[j - 1];
                base[j - 1] = base[j];
                base[j] = moved;
                j--;
            }
        }
        i++;
    }
    return base;
}

/* Any of several that compare equal may be found. The array has to be sorted as the key says. */
element *bsearch(const void *key, const element *base, size_t nmemb, size_t size, int (*compar)(const void *, const void *))
{
    size_t i = 0, at = 0;
    int found = 0, order = 0, before = 1, is_sorted = 1;
    while (i < nmemb) {
        order = compar(key, base + i);
        if (order > 0 && before <= 0 || order == 0 && before < 0)
            is_sorted = 0;
        before = order;
        if (order == 0 && (!found || either())) {
            at = i;
            found = 1;
        }
        i++;
    }
    if (!is_sorted)
        found = unknown();
    return found ? (element *)base + at : 0;
}

#ifdef NUMBERS
/* Only whether they are equal counts. */
int memcmp(const element *s1, const element *s2, size_t n)
{
    size_t i = 0;
    int differ = 0;
    while (i < n) {
        if (s1[i] != s2[i])
            differ = 1;
        i++;
    }
    return differ;
}
#endif

#ifndef CHARACTERS
/* The byte is a constant. */
element *memset(element *s, int c, size_t n)
{
    size_t i = 0;
    while (i < n) {
        memset(s + i, c, sizeof(element));
        i++;
    }
    return s;
}
#else
/* A character that has been found ends the search: what comes behind it need not be there. */
element *memchr(const element *s, int c, size_t n)
{
    size_t i = 0;
    while (i < n && (unsigned char)s[i] != (unsigned char)c)
        i++;
    return i < n ? (element *)s + i : 0;
}

/* All characters have to be there, even behind the first that differs. */
int memcmp(const element *s1, const element *s2, size_t n)
{
    size_t i = 0;
    int order = 0;
    while (i < n) {
        if (s1[i] != s2[i] && order == 0)
            order = (unsigned char)s1[i] < (unsigned char)s2[i] ? -1 : 1;
        i++;
    }
    return order;
}

element *memset(element *s, int c, size_t n)
{
    size_t i = 0;
    while (i < n) {
        s[i] = (unsigned char)c;
        i++;
    }
    return s;
}

/* What may stand before the digits of a number. */
#define SPACES_AND_SIGN                                                                                                     \
    while (nptr[i] == ' ' || (nptr[i] >= '\t' && nptr[i] <= '\r'))                                                          \
        i++;                                                                                                                \
    if (nptr[i] == '-' || nptr[i] == '+') {                                                                                 \
        is_negative = nptr[i] == '-';                                                                                       \
        i++;                                                                                                                \
    }

/* What does not fit into an int is not known (models.rs), and there is no need to count on. */
long long atoi(const char *nptr)
{
    size_t i = 0;
    int is_negative = 0;
    unsigned long long n = 0;
    long long value;
    SPACES_AND_SIGN
    while (nptr[i] >= '0' && nptr[i] <= '9') {
        if (n <= 0x7fffffff)
            n = n * 10 + (nptr[i] - '0');
        i++;
    }
    value = is_negative ? 0 - n : n;
    return value;
}

/* What does not fit is not known. */
#define LONG_NUMBER(name, type, wide)                                                                                       \
    type name(const char *nptr)                                                                                             \
    {                                                                                                                       \
        size_t i = 0;                                                                                                       \
        int is_negative = 0, too_large = 0;                                                                                 \
        wide n = 0, digit = 0, most = ((wide)0 - 1) / 2;                                                                    \
        type value = 0;                                                                                                     \
        SPACES_AND_SIGN                                                                                                     \
        while (nptr[i] >= '0' && nptr[i] <= '9') {                                                                          \
            digit = nptr[i] - '0';                                                                                          \
            if (n <= (most - digit) / 10)                                                                                   \
                n = n * 10 + digit;                                                                                         \
            else                                                                                                            \
                too_large = 1;                                                                                              \
            i++;                                                                                                            \
        }                                                                                                                   \
        if (too_large)                                                                                                      \
            value = unknown_number();                                                                                       \
        else                                                                                                                \
            value = is_negative ? 0 - n : n;                                                                                \
        return value;                                                                                                       \
    }
LONG_NUMBER(atol, long, unsigned long)
LONG_NUMBER(atoll, long long, unsigned long long)

/* All letters but the last one are no ends of lines. A line without any is not read: then the text has ended. */
char *fgets(char *s, int n, void *stream)
{
    int count = 0, i = 0;
    char c = 0;
    if (n > 1) {
        count = LINE_LETTERS(n);
        assume(count != 0);
    }
    while (i < count - 1) {
        c = LINE_LETTER;
        assume(c != '\n');
        s[i] = c;
        i++;
    }
    if (i < count) {
        s[i] = LAST_LETTER;
        i++;
    }
    int is_read = 0;
    if (n == 1 || count > 0) {
        s[i] = 0;
        is_read = 1;
    }
    return is_read ? s : 0;
}

/* The end of the line is not stored. */
char *gets(char *s)
{
    int count = LINE_LETTERS(0x7fffffff), i = 0;
    char c = 0;
    while (i < count) {
        c = LINE_LETTER;
        assume(c != '\n');
        s[i] = c;
        i++;
    }
    if (count >= 0)
        s[i] = 0;
    return count >= 0 ? s : 0;
}

/* What `%[^\n]` of scanf reads: fewer letters than the limit. */
char *line(char *s, int limit)
{
    int count = REST_LETTERS(limit), i = 0;
    char c = 0;
    while (i < count) {
        c = letter("s");
        assume(c != '\n');
        s[i] = c;
        i++;
    }
    s[i] = 0;
    return s;
}

/* What is written somewhere outside has to be a text, or to have so many characters. */
const char *shown(const char *s)
{
    size_t i = 0;
    while (s[i] != 0)
        i++;
    return s;
}

const char *shown_part(const char *s, size_t most)
{
    size_t i = 0;
    while (i < most && s[i] != 0)
        i++;
    return s;
}

/* What `%s` of scanf reads. */
char *word(char *s, int limit)
{
    int count = WORD_LETTERS(limit), i = 0;
    char c = 0;
    while (i < count) {
        c = letter("s");
        assume(c != ' ');
        assume(c != '\t');
        assume(c != '\n');
        assume(c != '\v');
        assume(c != '\f');
        assume(c != '\r');
        s[i] = c;
        i++;
    }
    s[i] = 0;
    return s;
}

/* What is written is not what is read: the character with number i of src goes to number at of dest, from number first on. Where
 * two lead into one object that is looked at, where they may it is taken for granted. */
#ifdef ONE_OBJECT
#define APART(first, at, i)                                                                                            \
    if (dest + (at) == src || src + (i) == dest + (first))                                                             \
        i = unknown();
#else
#define APART(first, at, i)
#endif

char *stpcpy(char *dest, const char *src)
{
    size_t i = 0;
    BEGIN
    APART(0, i, i)
    while ((dest[i] = src[i]) != 0) {
        i++;
        APART(0, i, i)
    }
    return dest + i;
}

int strcasecmp(const char *s1, const char *s2)
{
    size_t i = 0;
    int c1 = 1, c2 = 1;
    while (c1 != 0 && c1 == c2) {
        c1 = (unsigned char)s1[i];
        c2 = (unsigned char)s2[i];
        if (c1 >= 'A' && c1 <= 'Z')
            c1 += 'a' - 'A';
        if (c2 >= 'A' && c2 <= 'Z')
            c2 += 'a' - 'A';
        i++;
    }
    return c1 < c2 ? -1 : c1 != c2;
}

char *strcat(char *dest, const char *src)
{
    size_t end = 0, i = 0;
    BEGIN
    while (dest[end] != 0)
        end++;
    APART(end, end + i, i)
    while ((dest[end + i] = src[i]) != 0) {
        i++;
        APART(end, end + i, i)
    }
    return dest;
}

char *strchr(const char *s, int c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != (char)c)
        i++;
    return s[i] == (char)c ? (char *)s + i : 0;
}

int strcmp(const char *s1, const char *s2)
{
    size_t i = 0;
    while (s1[i] != 0 && s2[i] != 0 && s1[i] == s2[i])
        i++;
    return (unsigned char)s1[i] < (unsigned char)s2[i] ? -1 : s1[i] != s2[i];
}

char *strcpy(char *dest, const char *src)
{
    size_t i = 0;
    BEGIN
    APART(0, i, i)
    while ((dest[i] = src[i]) != 0) {
        i++;
        APART(0, i, i)
    }
    return dest;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0, k = 0;
    while (s[n] != 0 && reject[k] != s[n])
        if (reject[k] == 0) {
            n++;
            k = 0;
        } else
            k++;
    return n;
}

/* What strcspn gives where one character is looked for. */
size_t until(const char *s, int c)
{
    size_t n = 0;
    while (s[n] != 0 && s[n] != c)
        n++;
    return n;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int strncasecmp(const char *s1, const char *s2, size_t n)
{
    size_t i = 0;
    int c1 = 1, c2 = 1;
    while (i < n && c1 != 0 && c1 == c2) {
        c1 = (unsigned char)s1[i];
        c2 = (unsigned char)s2[i];
        if (c1 >= 'A' && c1 <= 'Z')
            c1 += 'a' - 'A';
        if (c2 >= 'A' && c2 <= 'Z')
            c2 += 'a' - 'A';
        i++;
    }
    return c1 < c2 ? -1 : c1 != c2;
}

char *strncat(char *dest, const char *src, size_t n)
{
    size_t end = 0, i = 0;
    BEGIN
    while (dest[end] != 0)
        end++;
    while (i < n && src[i] != 0) {
        APART(end, end + i, i)
        dest[end + i] = src[i];
        i++;
    }
    APART(end, end + i, i)
    dest[end + i] = 0;
    return dest;
}

int strncmp(const char *s1, const char *s2, size_t n)
{
    size_t i = 0;
    while (i < n && s1[i] != 0 && s2[i] != 0 && s1[i] == s2[i])
        i++;
    return i >= n || s1[i] == s2[i] ? 0 : (unsigned char)s1[i] < (unsigned char)s2[i] ? -1 : 1;
}

char *strncpy(char *dest, const char *src, size_t n)
{
    size_t i = 0;
    BEGIN
    while (i < n && src[i] != 0) {
        APART(0, i, i)
        dest[i] = src[i];
        i++;
    }
    while (i < n) {
        APART(0, i, i)
        dest[i] = 0;
        i++;
    }
    return dest;
}

char *strndup(const char *s, size_t n)
{
    size_t length = 0, i = 0;
    char *copy = 0;
    while (length < n && s[length] != 0)
        length++;
    copy = malloc(length + 1);
    if (copy != 0) {
        while (i < length) {
            copy[i] = s[i];
            i++;
        }
        copy[i] = 0;
    }
    return copy;
}

char *strdup(const char *s)
{
    size_t length = 0, i = 0;
    char *copy = 0;
    while (s[length] != 0)
        length++;
    copy = malloc(length + 1);
    if (copy != 0) {
        while (i <= length) {
            copy[i] = s[i];
            i++;
        }
    }
    return copy;
}

size_t strnlen(const char *s, size_t maxlen)
{
    size_t n = 0;
    while (n < maxlen && s[n] != 0)
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    size_t n = 0, k = 0;
    while (s[n] != 0 && accept[k] != s[n])
        if (accept[k] == 0) {
            n++;
            k = 0;
        } else
            k++;
    return s[n] != 0 ? (char *)s + n : 0;
}

char *strrchr(const char *s, int c)
{
    size_t i = 0, last = 0, found = 0;
    while (s[i] != 0) {
        if (s[i] == (char)c) {
            last = i;
            found = 1;
        }
        i++;
    }
    if ((char)c == 0) {
        last = i;
        found = 1;
    }
    return found ? (char *)s + last : 0;
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0, k = 0;
    while (s[n] != 0 && accept[k] != 0)
        if (accept[k] == s[n]) {
            n++;
            k = 0;
        } else
            k++;
    return n;
}

#if defined BASE || defined ANY_BASE
/* BASE says what the base is, if it is a constant. What `errno` becomes is of interest only if the program looks at it: as POSIX has
 * it, `EINVAL` is allowed where there is no number. */
#ifdef ERRNO
int errno;
#define FAILS(number) errno = number;
#else
#define FAILS(number)
#endif
#ifdef BASE
#define IS_BASE 1
#else
#define BASE 0
#define IS_BASE (base == 0 || (base >= 2 && base <= 36))
#endif
#if BASE > 2 && BASE <= 10
#define DIGIT(c) ((c) >= '0' && (c) <= '9' ? (c) - '0' : 36)
#else
#define DIGIT(c)                                                                                                            \
    ((c) >= '0' && (c) <= '9' ? (c) - '0' : (c) >= 'a' && (c) <= 'z' ? (c) - 'a' + 10                                       \
                                          : (c) >= 'A' && (c) <= 'Z' ? (c) - 'A' + 10 : 36)
#endif
#define IS_PREFIX(small, large, base)                                                                                       \
    (nptr[i] == '0' && (nptr[i + 1] == small || nptr[i + 1] == large) && DIGIT(nptr[i + 2]) < base)
#ifdef ANY_BASE
#define PREFIX                                                                                                              \
    if (base == 0)                                                                                                          \
        radix = nptr[i] == '0' ? 8 : 10;                                                                                    \
    else                                                                                                                    \
        radix = base;                                                                                                       \
    if ((base == 0 || base == 16) && IS_PREFIX('x', 'X', 16)) {                                                             \
        radix = 16;                                                                                                         \
        i += 2;                                                                                                             \
    }
#elif BASE == 0
#define PREFIX                                                                                                              \
    radix = nptr[i] == '0' ? 8 : 10;                                                                                        \
    if (IS_PREFIX('x', 'X', 16)) {                                                                                          \
        radix = 16;                                                                                                         \
        i += 2;                                                                                                             \
    }
#elif BASE == 16
#define PREFIX                                                                                                              \
    if (IS_PREFIX('x', 'X', 16))                                                                                            \
        i += 2;
#else
#define PREFIX
#endif
#define MOST(wide) ((wide)0 - 1)
#define HIGHEST(type, wide) ((type)(MOST(wide) / 2))
#define LOWEST(type, wide) (-HIGHEST(type, wide) - 1)
#define NUMBER(name, type, wide, IS_TOO_LARGE, value_of)                                                                    \
    type name(const char *nptr, char **endptr, int base)                                                                    \
    {                                                                                                                       \
        size_t i = 0, first = 0;                                                                                            \
        int is_negative = 0, too_large = 0, digit = 0;                                                                      \
        wide n = 0, radix = BASE;                                                                                           \
        type value = 0;                                                                                                     \
        if (IS_BASE) {                                                                                                      \
            SPACES_AND_SIGN                                                                                                 \
            PREFIX                                                                                                          \
            first = i;                                                                                                      \
            digit = DIGIT(nptr[i]);                                                                                         \
            while (digit < radix) {                                                                                         \
                if (n < MOST(wide) / radix || (n == MOST(wide) / radix && digit <= MOST(wide) % radix))                     \
                    n = n * radix + digit;                                                                                  \
                else                                                                                                        \
                    too_large = 1;                                                                                          \
                i++;                                                                                                        \
                digit = DIGIT(nptr[i]);                                                                                     \
            }                                                                                                               \
            if (endptr)                                                                                                     \
                *endptr = (char *)nptr + (i > first ? i : 0);                                                               \
            value = value_of;                                                                                               \
            REPORT(IS_TOO_LARGE)                                                                                            \
        } else {                                                                                                            \
            FAILS(22)                                                                                                       \
        }                                                                                                                   \
        return value;                                                                                                       \
    }
#ifdef ERRNO
#define REPORT(IS_TOO_LARGE)                                                                                                \
    if (IS_TOO_LARGE)                                                                                                       \
        errno = 34;                                                                                                         \
    else if (i == first && either())                                                                                        \
        errno = 22;
#else
#define REPORT(IS_TOO_LARGE)
#endif
#define SIGNED(name, type, wide)                                                                                            \
    NUMBER(name, type, wide, too_large || n > (wide)HIGHEST(type, wide) + is_negative,                                      \
           is_negative                                                                                                      \
               ? (too_large || n > (wide)HIGHEST(type, wide) + 1 ? LOWEST(type, wide) : (type)(0 - n))                      \
               : (too_large || n > HIGHEST(type, wide) ? HIGHEST(type, wide) : (type)n))
#define UNSIGNED(name, type) NUMBER(name, type, type, too_large, too_large ? MOST(type) : is_negative ? 0 - n : n)
SIGNED(strtol, long, unsigned long)
SIGNED(strtoll, long long, unsigned long long)
UNSIGNED(strtoul, unsigned long)
UNSIGNED(strtoull, unsigned long long)
#endif

/* Where the next token begins is kept in `rest`; each token is ended by a zero in the text itself. At the end of the text it stays
 * there. */
char *strtok_next;
#ifndef FROM
#define FROM(rest) (str ? str : rest)
#endif
#define TOKEN(name, parameters, rest, SKIP, FIND)                                                                           \
    char *name parameters                                                                                                   \
    {                                                                                                                       \
        char *s = FROM(rest);                                                                                               \
        size_t i = 0, k = 0, first = 0;                                                                                     \
        SKIP                                                                                                                \
        first = i;                                                                                                          \
        k = 0;                                                                                                              \
        FIND                                                                                                                \
        k = i;                                                                                                              \
        if (s[i] != 0) {                                                                                                    \
            s[i] = 0;                                                                                                       \
            k++;                                                                                                            \
        }                                                                                                                   \
        rest = s + k;                                                                                                       \
        return i > first ? s + first : 0;                                                                                   \
    }
#define SKIP_ALL                                                                                                            \
    while (s[i] != 0 && delim[k] != 0)                                                                                      \
        if (delim[k] == s[i]) {                                                                                             \
            i++;                                                                                                            \
            k = 0;                                                                                                          \
        } else                                                                                                              \
            k++;
#define FIND_ANY                                                                                                            \
    while (s[i] != 0 && delim[k] != s[i])                                                                                   \
        if (delim[k] == 0) {                                                                                                \
            i++;                                                                                                            \
            k = 0;                                                                                                          \
        } else                                                                                                              \
            k++;
#define SKIP_ONE                                                                                                            \
    while (s[i] == delim)                                                                                                   \
        i++;
#define FIND_ONE                                                                                                            \
    while (s[i] != 0 && s[i] != delim)                                                                                      \
        i++;
TOKEN(strtok, (char *str, const char *delim), strtok_next, SKIP_ALL, FIND_ANY)
TOKEN(strtok_r, (char *str, const char *delim, char **saveptr), *saveptr, SKIP_ALL, FIND_ANY)
/* Where one character is looked for. */
TOKEN(token, (char *str, int delim), strtok_next, SKIP_ONE, FIND_ONE)
TOKEN(token_r, (char *str, int delim, char **saveptr), *saveptr, SKIP_ONE, FIND_ONE)

/* Tokens may be empty; behind the last one there is none. */
char *strsep(char **stringp, const char *delim)
{
    char *s = *stringp;
    size_t i = 0, k = 0;
    if (s) {
        FIND_ANY
        if (s[i] != 0) {
            s[i] = 0;
            *stringp = s + (i + 1);
        } else
            *stringp = 0;
    }
    return s;
}

char *strstr(const char *haystack, const char *needle)
{
    size_t n = 0, k = 0;
    while (needle[k] != 0 && haystack[n + k] != 0)
        if (haystack[n + k] == needle[k])
            k++;
        else {
            n++;
            k = 0;
        }
    return needle[k] == 0 ? (char *)haystack + n : 0;
}
#endif

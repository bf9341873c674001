//@ doomed: 31: 30, 31 | unreached
// Who tests once more what was tested before, what a function never returns, or what only other uses of a macro do, is
// careful: no warning.
#define OPTIONS(text) \
    for (start = text; *text; text++) { \
        if (start != text && *start == '-') break; \
        if (text != start) start = text; \
        switch (*text)

int tested_before(int *p, int n) {
    if (p == 0) return -1;
    if (n > 3) {
        if (p == 0) return 1;
    }
    return *p;
}

static int always_zero(int n) {
    return n - n;
}

int tests_the_result(int n) {
    int failed = always_zero(n);
    if (failed) return -1;
    return n;
}

int no_option_has_a_text(char *text) {
    char *start;
    int n = 0;
    if (n) return 2;
    OPTIONS(text) {
    case 'a':
        return 1;
    default:
        return 0;
    }
    }
    return 0;
}

void __VERIFIER_error(void);

static void must(int condition) {
    if (!condition) {
        __VERIFIER_error();
    }
}

int is_meant_to_fail(int n) {
    must(n != 7);
    if (n > 3) must(0);
    return n;
}

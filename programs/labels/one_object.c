// One past the end of an object may be where another one begins, and equal literals may be one object.
int a[2], b[2], g;
int x, y;

/*@ ensures g == 1; */
void end(void) { if (a + 2 != b) g = 1; else g = 2; }

/*@ ensures g == 1; */
void inside(void) { if (a + 1 != b) g = 1; else g = 2; }

/*@ ensures g == 1; */
void single(void) { if (&x + 1 != &y) g = 1; else g = 2; }

/*@ ensures g == 1; */
void same_text(void) { const char *p = "abc", *q = "abc"; if (p != q) g = 1; else g = 2; }

/*@ ensures g == 1; */
void end_of_text(void) { const char *p = "xabc", *q = "abc"; if (p + 1 != q) g = 1; else g = 2; }

/*@ ensures g == 1; */
void other_text(void) { const char *p = "abd", *q = "abc"; if (p != q) g = 1; else g = 2; }

/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    ensures g == 1; */
void apart(int *p, int *q) { if (p != q) g = 1; else g = 2; }
//@ unknown: Post@6.53
//@ valid: Post@9.56
//@ unknown: Post@12.58
//@ unknown: Post@15.90
//@ unknown: Post@18.97
//@ valid: Post@21.91
//@ valid: Post@25.61

// One past the end of an object may be where another one begins, and equal literals may be one object.
int a[2], b[2];
void out(int);

int end(void) { int r = 0; if (a + 2 == b) { r = 1; out(3); } return r; }

int same_text(void) { const char *p = "abc", *q = "abc"; if (p == q) { out(4); } return 0; }

int locals(void) { int u, v; if (&u + 1 == &v) { out(4); } return 0; }
//@ doomed: none

// Pointers into one object are told as such, and one to a variable by its name.
/*@ requires \valid(a) && \valid(b); assigns *a, *b; ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b) { *a ^= *b; *b ^= *a; *a ^= *b; }
/*@ requires \valid(p + (0 .. 1)) && \valid(q); assigns *q; ensures p[1] == \old(p[1]); */
void behind(int *p, int *q) { *q = 7; }
//@ invalid: Post@3.59 | | run a={1} b=a
//@ invalid: Post@5.39 | | run p={0, 0} q=p + 1

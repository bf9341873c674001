//@ valid: Post@41.1
//@ valid: Post@41.1#2
//@ valid: Post@41.1#3
//@ valid: Assigns@38.3
//@ invalid: Null@45.3 | | run malloc(sizeof(int))=NULL
//@ valid: Free@46.3
//@ valid: Free@53.3
//@ invalid: Free@54.3 | Else@52.3 | run
//@ invalid: Dangling@63.10 | Else@60.3 | run
//@ valid: Post@74.1
//@ invalid: ArrayAccess@80.4 | Else@77.3 Else@79.3 | run n=1
//@ invalid: Free@87.3 | | run
//@ invalid: Free@94.3 | Else@93.3 | run
//@ valid: Free@100.29
//@ valid: Pre@106.3
//@ invalid: Dangling@107.10 | Else@104.3 Call@106.3 | run
//@ valid: Assert@113.7
//@ valid: Assert@117.7
//@ open: Assert@118.7
//@ valid: Post@134.1
//@ open: Dangling@144.3
//@ open: Dangling@154.3
//@ open: Post@162.1
//@ open: ArrayAccess@166.4
// What is allocated: it may fail, is fresh, has no value unless it is cleared, and lives until it is freed. What a loop or a
// call may free is known no more, and a pointer to what was freed equals nobody knows what.
#include <stdlib.h>

struct node { int value; struct node *next; };

/*@ ensures \result == \null || \fresh(\result, sizeof(struct node));
    ensures \result == \null || \freeable(\result);
    ensures \result == \null || (\valid(\result) && \result->value == v && \result->next == n);
    assigns \nothing; */
struct node *cons(int v, struct node *n) {
  struct node *p = malloc(sizeof *p);
  if (p == NULL) return NULL;
  p->value = v;
  p->next = n;
  return p;
}

int unchecked(int n) {
  int *p = malloc(sizeof(int));
  *p = n;
  free(p);
  return n;
}

int twice(void) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  free(p);
  free(p);
  return 0;
}

int after(int n) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  *p = n;
  free(p);
  return *p;
}

/*@ requires n > 0;
    ensures \result == 0; */
int zeros(int n) {
  int *p = calloc(n, sizeof(int));
  if (!p) return 0;
  int r = p[n - 1];
  free(p);
  return r;
}

int beyond(int n) {
  if (n < 1 || n > 100) return 0;
  int *p = malloc(n * sizeof(int));
  if (!p) return 0;
  p[n] = 1;
  free(p);
  return 0;
}

int local(void) {
  int x = 0, *p = &x;
  free(p);
  return x;
}

int inside(void) {
  char *p = malloc(2);
  if (!p) return 0;
  free(p + 1);
  return 0;
}

/*@ requires \freeable(p) && \valid(p);
    assigns *p; */
void drop(int *p) { *p = 0; free(p); }

int callee(void) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  *p = 5;
  drop(p);
  return *p;
}

int reuse(void) {
  int *p = malloc(4), *q, *r = malloc(4);
  if (!p || !r) return 0;
  //@ assert p != r;
  free(p);
  q = malloc(4);
  if (!q) return 0;
  //@ assert q != r;
  //@ assert q != p;
  return 0;
}

/*@ requires n >= 0;
    ensures \result == \null || (\valid(\result + (0..n-1)) && \forall integer k; 0 <= k < n ==> \result[k] == k);
    assigns \nothing; */
int *iota(int n) {
  int *p = malloc(n * sizeof(int));
  if (!p) return NULL;
  /*@ loop invariant 0 <= i <= n && \valid(p + (0..n-1));
      loop invariant \forall integer k; 0 <= k < i ==> p[k] == k;
      loop assigns i, p[0..n-1];
      loop variant n - i; */
  for (int i = 0; i < n; i++) p[i] = i;
  return p;
}

/*@ requires n >= 0; */
void loop(int n) {
  int *p = malloc(4);
  if (!p) return;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i; */
  for (int i = 0; i < n; i++)
    if (i == 5) free(p);
  *p = 1;
}

/*@ requires \freeable(p); frees p; assigns \nothing; */
void outside(void *p);

int other(void) {
  int *p = malloc(4), *q = malloc(4);
  if (!p || !q) return 0;
  outside(q);
  *p = 1;
  return 0;
}

/*@ ensures \result == 0; */
int garbage(void) {
  int *p = malloc(4);
  return p ? *p : 0;
}

int ends(int n) {
  char *p = __builtin_alloca(8);
  p[n] = 1;
  return 0;
}

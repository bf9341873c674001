#include <string.h>
struct pair { int n; char *text; };
int bytes(int *p, char *c) {
  *p = 1;
  *c = 0;
  if (*p == 1)
    return 1;
  return 2;
}
int signs(int *p, unsigned *u) {
  *p = -1;
  *u = 2;
  if (*p < 0)
    return 1;
  else
    return 2;
}
int words(int *p, char **t) {
  *p = 1;
  *t = 0;
  if (*p != 1)
    return 1;
  return 2;
}
union both { int n; float f; };
int shared(union both *b) {
  b->n = 0;
  b->f = 1.5f;
  if (b->n != 0)
    return 1;
  return 2;
}
int copied(struct pair *p, struct pair *q) {
  p->n = 0;
  memcpy(p, q, sizeof *p);
  if (p->n)
    return 1;
  return 2;
}
int changed(struct pair *p, volatile int *v) {
  *v = 1;
  if (*v == 2)
    return p->n;
  return 0;
}
int overflow(int n) {
  if (n > 0 && n + 1 < n)
    return 1;
  return 0;
}
int retyped(char *buffer) {
  short *half = (short *)(buffer + 1);
  int *whole = (int *)buffer;
  *whole = 0;
  *half = 3;
  if (*whole != 0)
    return 1;
  return 0;
}
//@ doomed: none

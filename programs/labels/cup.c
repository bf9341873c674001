struct T { int f; }; //@ requires \valid(s);
int cup(struct T *s, int c, int i) {
struct T *t;
if (c) t = s; else
t = 0;


for (;;) {
 if (i<10) {
 break; }
 i = i - 1;
}
    int y = t->f;
return y; }
//@ invalid: Null@13.14 | Else@5.1 LoopHead.0@8.1 Then@9.12 Exit@10.2 | run c=0 i=0

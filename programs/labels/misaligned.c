// A pointer to a structure leads where one may be: two that overlap are the same.
struct s { int a, b; long c; };

/*@ requires \valid(s) && \valid(t);
    ensures s->a == 1; */
void both(struct s *s, struct s *t) { s->a = 1; t->b = 2; }

/*@ requires \valid(s) && \valid(t);
    ensures s->a == 1; */
void same(struct s *s, struct s *t) { s->a = 1; t->a = 2; }

/*@ requires \valid(s) && \valid(t) && \valid(*t) && \separated(t, s);
    ensures s->a == 1; */
void stored(struct s *s, struct s **t) { s->a = 1; (*t)->b = 2; }
//@ valid: Post@6.59
//@ invalid: Post@10.59 | | run t=s
//@ unknown: Post@14.65

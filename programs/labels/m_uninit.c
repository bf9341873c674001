struct C {
  struct C *a;
  int i;
};
int main(void);
//@ ensures \result == 4;
int m(void) {
    struct C c;
    c.a = &c;
    // c.i = 2;
    return c.i + (c.a)->i;
}
//@ options: --check uninit
//@ invalid: Uninit@11.13 | | run
//@ valid: Uninit@11.23

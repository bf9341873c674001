// After chroot: the index of the first operand, told by a library function in each round.
int next_option(void), operand_index(void);
int main(void) {
  int argc = __VERIFIER_nondet_int(), option = next_option(), opt = 1, user = 0, groups = 0;
  while (option != -1) {
    if (option == 'u') user = 1;
    else if (option == 'g') groups = 1;
    opt = operand_index();
    option = next_option();
  }
  if (opt >= argc) return 1;
  int left = argc - opt;
  assert(left < argc);
  return user + groups;
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always opt > 0
//@ answer: yes
//@ ends: discharged

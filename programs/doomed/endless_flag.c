extern int flag, *word;
int quiet(int i, int n) {
  while (flag == 0)
    ;
  while (*word < 3)
    ;
  for (;;)
    if (i > n)
      i++;
}
//@ doomed: none

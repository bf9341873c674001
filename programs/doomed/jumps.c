int first(int a, int b) {
  int err = 0;
  if ((err = a) != 0)
    goto fail;
    goto fail;
  if ((err = b) != 0)
    goto fail;
  err = 1;
fail:
  return err;
}
int usual(int a) {
  switch (a) {
  case 1:
    return 3;
    break;
  default:
    return 4;
  }
  return 0;
}
//@ doomed: 6: 5 | unreached

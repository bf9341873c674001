// What a pointer in the structure leads to decides, also where nothing but null lies behind it.
struct node {
  struct node *before, *behind;
};

int unlink(struct node *one)
{
  one->before->behind = 0;
  return 1;
}
//@ options: --entry unlink
//@ expect: unsafe
//@ headline: unlink() fails when one->before == NULL, for arguments with at most 2 structures in a row from `one` (line

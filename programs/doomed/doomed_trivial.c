int access(int *ptr)
{
if (ptr)
  *ptr = 0;
else
  printf("%d", *ptr);

return 0;
}
//@ doomed: 5: 5, 6 | fails

int access(int *ptr)
{
if (ptr)
  *ptr = 0;
else
  printf("%d", *ptr);

return 0;
}

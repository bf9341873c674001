int getMin(int *a, int x) {
int i, j, temp;
for (i= x-1; i >= 0; i--) {
  for (j= 1; j <= i; j++) {
    if (a[j-1] > a[j]) {
      temp = a[j-1];
      a[j-1] = a[j];
      a[j] = temp;
    }
  }
}
return a[i];
}
//@ doomed: 1: 3, 12 | fails

// The measure of a function that calls itself gets smaller with each call, and is not negative where it calls.
/*@ requires 0 <= n <= 12; decreases n; assigns \nothing; ensures \result >= 1; */
int factorial(int n) { return n == 0 ? 1 : n * factorial(n - 1); }
/*@ requires 0 <= n <= 12; decreases n; assigns \nothing; */
int same(int n) { return n == 0 ? 1 : same(n); }
/*@ requires -5 <= n <= 12; decreases n; assigns \nothing; */
int below(int n) { return n == -5 ? 1 : below(n - 1); }
/*@ requires low <= high; requires \valid_read(a + (low .. high)); decreases high - low; assigns \nothing; */
int largest(const int *a, int low, int high) {
  if (low == high) return a[low];
  int middle = low + (high - low) / 2;
  int one = largest(a, low, middle), other = largest(a, middle + 1, high);
  return one > other ? one : other;
}
/*@ decreases n; assigns \nothing; */
int once(int n) { return n + 1; }
/*@ requires 0 <= n; decreases n; assigns \nothing; */
int odd(int n);
/*@ requires 0 <= n; decreases n; assigns \nothing; */
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
//@ valid: Decreases@3.48
//@ invalid: Decreases@5.39 | Else@5.39 Call@5.39 | run n=1
//@ invalid: Decreases@7.41 | Else@7.41 Call@7.41 | run n=-1
//@ valid: Decreases@12.13
//@ valid: Decreases@12.46

// A cash machine takes a fee. The balance must not become negative.
#include <assert.h>
#include <stdio.h>

int balance = 100;

void withdraw(int amount) {
  int fee = 2;
  if (amount > 50)
    fee = 5;
  if (amount <= balance)
    balance = balance - amount - fee;
}

int main(void) {
  int amount;
  printf("Amount? ");
  scanf("%d", &amount);
  if (amount <= 0)
    return 1;
  withdraw(amount);
  assert(balance >= 0);
  return 0;
}
//@ expect: unsafe
//@ reachable: 22
//@ slice: 18 19F 21 9T 10 11T 12 22 | amount > 0, amount > 50, amount <= 100, amount > 95

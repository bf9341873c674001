/* Sieve of Eratosthenes: counts the primes up to a number, and finds twins and the largest gap between two of them. */
#include <stdbool.h>
#include <stdio.h>

#define LIMIT 5000

static bool composite[LIMIT + 1];
static int primes[LIMIT];

static int sieve(int n)
{
    int count = 0;

    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        primes[count++] = i;
        for (int j = i + i; j <= n; j += i)
            composite[j] = true;
    }
    return count;
}

static int count_twins(int count)
{
    int twins = 0;

    for (int i = 1; i < count; i++)
        if (primes[i] - primes[i - 1] == 2)
            twins++;
    return twins;
}

static int largest_gap(int count)
{
    int gap = 0;

    for (int i = 0; i + 1 < count; i++) {
        int d = primes[i + 1] - primes[i];
        if (d > gap)
            gap = d;
    }
    return gap;
}

int main(void)
{
    int n, count;

    printf("Up to which number? ");
    if (scanf("%d", &n) != 1 || n < 0 || n > LIMIT) {
        printf("Please give a number from 0 to %d.\n", LIMIT);
        return 1;
    }
    count = sieve(n);
    printf("%d primes", count);
    if (count > 0)
        printf(", the last one is %d", primes[count - 1]);
    printf("\n%d pairs of twins, largest gap %d\n", count_twins(count), largest_gap(count));
    for (int i = 0; i < count && i < 10; i++)
        printf("%d%c", primes[i], i == count - 1 || i == 9 ? '\n' : ' ');
    return 0;
}
//@ truth: safe

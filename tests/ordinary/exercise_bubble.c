/* Reads some numbers, sorts them with bubble sort and prints them with their median. */
#include <stdio.h>

#define MAX 20

void bubble_sort(int a[], int n)
{
    int i, j, tmp;

    for (i = 0; i < n - 1; i++) {
        for (j = 0; j < n - i; j++) {
            if (a[j] > a[j + 1]) {
                tmp = a[j];
                a[j] = a[j + 1];
                a[j + 1] = tmp;
            }
        }
    }
}

void print_array(const int a[], int n)
{
    int i;

    for (i = 0; i < n; i++)
        printf("%d ", a[i]);
    printf("\n");
}

int main(void)
{
    int a[MAX];
    int n, i;

    printf("How many numbers (1 to %d)? ", MAX);
    if (scanf("%d", &n) != 1 || n < 1 || n > MAX) {
        printf("Invalid number.\n");
        return 1;
    }
    for (i = 0; i < n; i++) {
        printf("Number %d: ", i + 1);
        if (scanf("%d", &a[i]) != 1) {
            printf("That is not a number.\n");
            return 1;
        }
    }

    printf("Before: ");
    print_array(a, n);
    bubble_sort(a, n);
    printf("After:  ");
    print_array(a, n);
    printf("Median: %d\n", a[n / 2]);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 12
//@ run: < "20 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1\n"

// Quotients and remainders by a divisor that is not known: annotations compute with integers, C with int.

/*@ requires v > 0;
    assigns \nothing;
    ensures \result == x / v; */
int quotient(int x, int v)
{
    return x / v;
}

/*@ requires v > 0 && x >= 0;
    assigns \nothing;
    ensures 0 <= \result < v;
    ensures \result == x - x / v * v;
    ensures \result == x % v; */
int rest(int x, int v)
{
    int q = x / v;
    //@ assert q * v <= x < q * v + v;
    return x % v;
}

/*@ requires v != 0;
    assigns \nothing;
    ensures \result * v == x; */
int exact(int x, int v)
{
    return x / v;
}
//@ valid: Post@9.1
//@ valid: Assert@19.9
//@ valid: Post@21.1
//@ valid: Post@21.1#2
//@ valid: Post@21.1#3
//@ invalid: Post@29.1 | Exit@28.5 | run x=1 v=2

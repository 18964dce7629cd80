/* WRONG: i <= n writes one element past the end. */
/*@ requires 0 <= n;
    requires \valid(a + (0 .. n - 1));
    terminates \true;
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == v; */
void array_fill(int *a, int n, int v)
{
  int i;
  /*@ loop invariant 0 <= i <= n + 1;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == v;
      loop assigns i, a[0 .. n];
      loop variant n + 1 - i; */
  for (i = 0; i <= n; i++)
    a[i] = v;
}

/*@ terminates \true; assigns \nothing; ensures \result == 7; */
int main(void)
{
  int a[6] = { 0 };
  array_fill(a, 6, 7);
  return a[5];
}

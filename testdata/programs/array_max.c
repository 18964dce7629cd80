/* RIGHT: the result is an element of the array and no element exceeds it. */
/*@ requires 0 < n;
    requires \valid_read(a + (0 .. n - 1));
    terminates \true;
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result;
    ensures \exists integer k; 0 <= k < n && a[k] == \result; */
int array_max(const int *a, int n)
{
  int best = a[0];
  int i;
  /*@ loop invariant 1 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] <= best;
      loop invariant \exists integer k; 0 <= k < i && a[k] == best;
      loop assigns i, best;
      loop variant n - i; */
  for (i = 1; i < n; i++)
    if (a[i] > best)
      best = a[i];
  return best;
}

/*@ terminates \true; assigns \nothing; ensures \result >= 4; */
int main(void)
{
  int a[5] = { 4, -1, 8, 8, 0 };
  return array_max(a, 5);
}

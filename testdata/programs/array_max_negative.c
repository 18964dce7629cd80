/* WRONG: starts from 0 instead of the first element, so the maximum of negative numbers is 0. */
/*@ requires 0 < n;
    requires \valid_read(a + (0 .. n - 1));
    terminates \true;
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result;
    ensures \exists integer k; 0 <= k < n && a[k] == \result; */
int array_max(const int *a, int n)
{
  int best = 0;
  int i;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] <= best;
      loop invariant best == 0 || \exists integer k; 0 <= k < i && a[k] == best;
      loop assigns i, best;
      loop variant n - i; */
  for (i = 0; i < n; i++)
    if (a[i] > best)
      best = a[i];
  return best;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  int a[3] = { -4, -1, -8 };
  return array_max(a, 3);
}

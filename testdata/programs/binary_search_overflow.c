/* WRONG: lo + hi overflows when the array has more than INT_MAX / 2 elements. */
/*@ requires 0 <= n;
    requires \valid_read(a + (0 .. n - 1));
    requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
    terminates \true;
    assigns \nothing;
    behavior present:
      assumes \exists integer k; 0 <= k < n && a[k] == key;
      ensures 0 <= \result < n && a[\result] == key;
    behavior absent:
      assumes \forall integer k; 0 <= k < n ==> a[k] != key;
      ensures \result == -1;
    complete behaviors;
    disjoint behaviors; */
int binary_search(const int *a, int n, int key)
{
  int lo = 0;
  int hi = n;
  /*@ loop invariant 0 <= lo <= hi <= n;
      loop invariant \forall integer k; 0 <= k < lo ==> a[k] < key;
      loop invariant \forall integer k; hi <= k < n ==> key < a[k];
      loop assigns lo, hi;
      loop variant hi - lo; */
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < key)
      lo = mid + 1;
    else if (a[mid] > key)
      hi = mid;
    else
      return mid;
  }
  return -1;
}

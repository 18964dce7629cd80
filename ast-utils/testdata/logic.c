/* Recursive logic definitions: names starting with "ok_" are structural, the
   others that recur are unchecked; "plain" does not recur. */
/*@
  logic integer ok_sum(integer n) = n <= 0 ? 0 : n + ok_sum(n - 1);
  logic integer ok_fib(integer n) = n < 2 ? n : ok_fib(n - 1) + ok_fib(n - 2);
  logic integer ok_array{L}(int *a, integer lo, integer hi) =
    lo >= hi ? 0 : a[hi - 1] + ok_array(a, lo, hi - 1);
  logic integer ok_up{L}(int *a, integer lo, integer hi) =
    lo < hi ? a[lo] + ok_up(a, lo + 1, hi) : 0;
  logic integer ok_both(integer lo, integer hi) =
    lo >= hi ? 0 : 1 + ok_both(lo + 1, hi - 1);
  predicate ok_all{L}(int *a, integer n) =
    n > 0 ==> a[n - 1] == 0 && ok_all(a, n - 1);
  predicate ok_conjunction(integer n) = n == 0 || (n > 0 && ok_conjunction(n - 2));
  logic integer ok_negative(integer n) = n >= 0 ? 0 : ok_negative(n + 1);

  logic integer same(integer n) = same(n) + 1;
  logic integer no_bound(integer n) = n == 0 ? 0 : no_bound(n - 1);
  logic integer upwards(integer n) = n <= 0 ? 0 : upwards(n + 1);
  logic integer one_of_two(integer n) =
    n <= 0 ? 0 : one_of_two(n - 1) + one_of_two(n);
  logic integer wrong_guard(integer n, integer m) =
    m <= 0 ? 0 : wrong_guard(n - 1, m);
  logic integer halves(integer n) = n <= 0 ? 0 : halves(n / 2);
  predicate negative(integer n) = !negative(n);
  logic integer plain(integer n) = n + 1;

  axiomatic Mutual {
    logic integer even(integer n) reads \nothing;
    axiom even_zero: even(0) == 1;
  }
  inductive reach(integer a, integer b) {
    case refl: \forall integer a; reach(a, a);
  }
*/
/*@ admit lemma believed: \forall integer n; plain(n) > n; */
/*@ ensures \result == ok_sum(0); */
int f(void) { return 0; }

/* WRONG: looks for the overflow after it has happened. */
#include <limits.h>

/*@ terminates \true;
    assigns \nothing;
    behavior above:
      assumes a >= 0 && b >= 0 && a + b > INT_MAX;
      ensures \result == INT_MAX;
    behavior inside:
      assumes a >= 0 && b >= 0 && a + b <= INT_MAX;
      ensures \result == a + b;
    disjoint behaviors; */
int saturating_add(int a, int b)
{
  int sum = a + b;
  if (a >= 0 && b >= 0 && sum < 0)
    return INT_MAX;
  return sum;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  return saturating_add(INT_MAX, 5) == INT_MAX;
}

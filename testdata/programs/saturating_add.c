/* RIGHT: compares with the room that is left before it adds. */
#include <limits.h>

/*@ terminates \true;
    assigns \nothing;
    behavior above:
      assumes a + b > INT_MAX;
      ensures \result == INT_MAX;
    behavior below:
      assumes a + b < INT_MIN;
      ensures \result == INT_MIN;
    behavior inside:
      assumes INT_MIN <= a + b <= INT_MAX;
      ensures \result == a + b;
    complete behaviors;
    disjoint behaviors; */
int saturating_add(int a, int b)
{
  if (b > 0 && a > INT_MAX - b)
    return INT_MAX;
  if (b < 0 && a < INT_MIN - b)
    return INT_MIN;
  return a + b;
}

/*@ terminates \true; assigns \nothing; ensures \result == 0; */
int main(void)
{
  int high = saturating_add(INT_MAX, 5);
  int low = saturating_add(INT_MIN, -5);
  return saturating_add(saturating_add(high, low), 1);
}

/* WRONG: -x overflows when x is INT_MIN, and main passes INT_MIN for a sensor without a reading. */
#include <limits.h>

#define READINGS 5
#define NO_READING INT_MIN
#define LIMIT 40

static const int readings[READINGS] = { 12, -7, 0, NO_READING, 31 };

/*@ terminates \true;
    assigns \nothing;
    ensures \result >= 0;
    ensures x >= 0 ==> \result == x;
    ensures x < 0 ==> \result == -x; */
static int absolute(int x)
{
  return x < 0 ? -x : x;
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1; */
int main(void)
{
  int worst = 0;
  int i;
  /*@ loop invariant 0 <= i <= READINGS;
      loop invariant 0 <= worst;
      loop assigns i, worst;
      loop variant READINGS - i; */
  for (i = 0; i < READINGS; i++) {
    int deviation = absolute(readings[i]);
    if (deviation > worst)
      worst = deviation;
  }
  return worst > LIMIT;
}

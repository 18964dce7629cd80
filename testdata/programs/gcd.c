/* RIGHT: remainders of numbers that are not negative. */
/*@ requires a >= 0 && b >= 0;
    terminates \true;
    assigns \nothing;
    ensures a == 0 && b == 0 ==> \result == 0;
    ensures \result >= 0; */
int gcd(int a, int b)
{
  /*@ loop invariant a >= 0 && b >= 0;
      loop invariant \at(a, Pre) == 0 && \at(b, Pre) == 0 ==> a == 0 && b == 0;
      loop assigns a, b;
      loop variant b; */
  while (b != 0) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int main(void)
{
  return gcd(12, 18) - 6;
}

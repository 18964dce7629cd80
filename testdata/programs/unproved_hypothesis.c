/* WRONG: the assertion is false for n == 0; the postcondition is proved only under it. */
/*@ requires 0 <= n <= 100;
    terminates \true;
    assigns \nothing;
    ensures \result >= 1; */
int at_least_one(int n)
{
  /*@ assert positive: n >= 1; */
  return n;
}

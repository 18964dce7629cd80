/* WRONG: the lemma is false for odd n, and half(7) is not 7 / 2 doubled back. */
/*@ lemma halves: \forall integer n; n >= 0 ==> 2 * (n / 2) == n; */

/*@ requires 0 <= n <= 1000;
    terminates \true;
    assigns \nothing;
    ensures 2 * \result == n; */
int half(int n)
{
  return n / 2;
}

/*@ terminates \true; assigns \nothing; ensures 2 * \result == 7; */
int main(void)
{
  return half(7);
}

/* WRONG: divides by the number of samples, which is 0 for an empty set. */
/*@ requires 0 <= n <= 100;
    requires 0 <= sum <= 100 * n;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result <= 100; */
int average(int sum, int n)
{
  return sum / n;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  return average(30, 2) + average(0, 0);
}

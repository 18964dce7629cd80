/* RIGHT: n decreases to 0, and the bound on n keeps the sum in range. */
/*@ requires 0 <= n <= 1000;
    terminates \true;
    decreases n;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
int sum_to(int n)
{
  if (n == 0)
    return 0;
  return n + sum_to(n - 1);
}

/*@ terminates \true; assigns \nothing; ensures 2 * \result == 110; */
int main(void)
{
  return sum_to(10);
}

/* WRONG: an odd n steps over 0, so the recursion does not end for it. */
/*@ requires n <= 1000;
    terminates \true;
    decreases n;
    assigns \nothing;
    ensures \result == 0; */
int countdown(int n)
{
  if (n == 0)
    return 0;
  return countdown(n - 2);
}

/*@ terminates \true; assigns \nothing; ensures \result == 0; */
int main(void)
{
  return countdown(6);
}

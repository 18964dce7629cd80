/* WRONG: the contract promises a result for every int, and INT_MIN has no negation; main happens to pass only small values. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result >= 0;
    ensures \result == x || \result == -x; */
int absolute(int x)
{
  return x < 0 ? -x : x;
}

/*@ terminates \true; assigns \nothing; ensures \result == 9; */
int main(void)
{
  return absolute(-7) + absolute(2);
}

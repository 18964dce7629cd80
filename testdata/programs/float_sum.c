/* WRONG: in binary floating point 0.1 + 0.2 is not 0.3. */
/*@ terminates \true; assigns \nothing; ensures \result == 1; */
int sums_up(void)
{
  double a = 0.1;
  double b = 0.2;
  return a + b == 0.3;
}

/*@ terminates \true; assigns \nothing; ensures \result == 1; */
int main(void)
{
  return sums_up();
}

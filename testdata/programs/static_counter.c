/* WRONG: counts in a static local, which the contract does not allow to be written. */
/*@ assigns \nothing; */
unsigned tick(void)
{
  static unsigned n = 0;
  n++;
  return n;
}

int main(void)
{
  tick();
  return (int)tick();
}

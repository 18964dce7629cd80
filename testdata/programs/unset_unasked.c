/* WRONG: pick(&v, 0) reads x, which was never set; main never asks for 0. */
/*@ requires \valid_read(p);
    terminates \true;
    assigns \nothing; */
int pick(const int *p, int n)
{
  int x;
  if (n > 0)
    x = *p;
  return x;
}

int main(void)
{
  int v = 3;
  return pick(&v, 5) - 3;
}

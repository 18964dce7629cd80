/* WRONG: take(&zero) makes the helper read x, which was never set; main only calls it with 3. */
static int pick(int n)
{
  int x;
  if (n > 0)
    x = 1;
  return x;
}

/*@ requires \valid_read(p); */
int take(const int *p)
{
  return pick(*p);
}

int main(void)
{
  return pick(3) - 1;
}

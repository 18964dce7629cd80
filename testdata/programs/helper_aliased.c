/* WRONG: share(&x, &x) divides by zero in a helper that main only calls with 2. */
static int inverse(int x)
{
  return 100 / x;
}

/*@ requires \valid(p) && \valid(q); */
int share(int *p, int *q)
{
  *p = 1;
  *q = 0;
  return inverse(*p);
}

int main(void)
{
  return inverse(2) - 50;
}

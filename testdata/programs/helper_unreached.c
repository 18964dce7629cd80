/* WRONG: same(&x, &x) divides by zero; EVA's made-up pointers are never equal, and main only calls the helper with 2. */
static int inverse(int x)
{
  return 100 / x;
}

/*@ requires \valid(p) && \valid(q); */
int same(int *p, int *q)
{
  if (p == q)
    return inverse(0);
  return 1;
}

int main(void)
{
  return inverse(2) - 50;
}

/* WRONG: see same_name.c. */
static int small(int x)
{
  return 10 / x;
}

int other(int x)
{
  return small(x);
}

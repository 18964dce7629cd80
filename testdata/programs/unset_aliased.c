/* WRONG: split(&x, &x) reads r, which was never set. */
/*@ requires \valid(p) && \valid(q);
    terminates \true;
    assigns *p, *q;
    ensures *q == 0;
    ensures *p == 0 || *p == 1; */
int split(int *p, int *q)
{
  int r;
  *p = 1;
  *q = 0;
  if (*p)
    r = 1;
  return r;
}

int main(void)
{
  int a, b;
  return split(&a, &b) - 1;
}

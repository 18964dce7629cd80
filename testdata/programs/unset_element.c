/* WRONG: with n below 4 the last element was never set; main asks for 4. */
/*@ requires \valid_read(p + (0 .. 3));
    requires 0 <= n <= 4;
    terminates \true;
    assigns \nothing; */
int high(const int *p, int n)
{
  int t[4];
  int i;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, t[0 .. 3];
      loop variant n - i; */
  for (i = 0; i < n; i++)
    t[i] = p[i] & 15;
  return t[3] > 3;
}

int main(void)
{
  int v[4] = { 1, 2, 3, 4 };
  return high(v, 4) - 1;
}

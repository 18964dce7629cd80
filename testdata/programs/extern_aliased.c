/* WRONG: two pointers that are set elsewhere may be equal, and then main divides by 0. */
extern int *p, *q;

int main(void)
{
  if (!p || !q)
    return 0;
  *p = 1;
  *q = 0;
  return 10 / *p;
}

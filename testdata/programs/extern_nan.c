/* WRONG: a level that is set elsewhere may be a NaN, and then main divides by 0. */
extern double level;

int main(void)
{
  int r = 0;
  if (level < 1.0)
    r = 1;
  if (level >= 1.0)
    r = 1;
  return 10 / r - 10;
}

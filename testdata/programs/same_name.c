/* WRONG: with same_name_other.c: the other file's small divides by zero. */
int other(int x);

/*@ requires 0 <= x <= 100;
    assigns \nothing;
    ensures \result == x; */
static int small(int x)
{
  return x;
}

int main(void)
{
  return small(other(0) > 50 ? 1 : 2);
}

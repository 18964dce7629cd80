/* WRONG: main breaks a precondition that is checked and not assumed. */
/*@ check requires x > 0;
    assigns \nothing;
    ensures \result == x; */
int keep(int x)
{
  return x;
}

int main(void)
{
  return keep(-1);
}

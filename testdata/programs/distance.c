/* WRONG: the contract admits pointers into two objects, whose difference is undefined. */
/*@ requires \valid_read(a) && \valid_read(b);
    terminates \true;
    assigns \nothing; */
long distance(const int *a, const int *b)
{
  return b - a;
}

int main(void)
{
  int t[4] = { 0 };
  return (int)distance(t, t + 3) - 3;
}

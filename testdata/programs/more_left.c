/* WRONG: the contract admits pointers into two objects, which must not be ordered. */
/*@ requires \valid_read(p) && \valid_read(end);
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1; */
static int more(const char *p, const char *end)
{
  return p < end;
}

int main(void)
{
  char b[4] = { 0 };
  return more(b, b + 3) - 1;
}

/* WRONG: reads the byte before it compares the index with the capacity, so an unterminated text is read past its end. */
/*@ requires \valid_read(s + (0 .. cap - 1));
    terminates \true;
    assigns \nothing;
    ensures \result <= cap;
    ensures \forall integer k; 0 <= k < \result ==> s[k] != 0; */
unsigned scan_length(const char *s, unsigned cap)
{
  unsigned n = 0;
  /*@ loop invariant n <= cap;
      loop invariant \forall integer k; 0 <= k < n ==> s[k] != 0;
      loop assigns n;
      loop variant cap - n; */
  while (s[n] != 0 && n < cap)
    n++;
  return n;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  char code[3] = { 'a', 'b', 'c' };
  return (int)scan_length(code, 3);
}

/* WRONG: the exclusive-or trick clears the value when p and q point to the same object. */
/*@ requires \valid(p) && \valid(q);
    terminates \true;
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(unsigned *p, unsigned *q)
{
  *p = *p ^ *q;
  *q = *p ^ *q;
  *p = *p ^ *q;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  unsigned a[2] = { 1, 2 };
  swap(&a[0], &a[1]);
  swap(&a[0], &a[0]);
  return (int)(a[0] & 7u);
}

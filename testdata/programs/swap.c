/* RIGHT: the two values change places, also when p and q point to the same object. */
/*@ requires \valid(p) && \valid(q);
    terminates \true;
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q)
{
  int t = *p;
  *p = *q;
  *q = t;
}

/*@ terminates \true; assigns \nothing; ensures \result == 1; */
int main(void)
{
  int low = 1;
  int high = 2;
  swap(&low, &high);
  return high;
}

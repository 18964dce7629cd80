/* WRONG: an enum may hold 7, and then the result is 2. */
enum level { LOW, HIGH };

/*@ assigns \nothing;
    ensures l == LOW ==> \result == 0;
    ensures l != LOW ==> \result == 1; */
int rank(enum level l)
{
  switch (l) {
  case LOW: return 0;
  case HIGH: return 1;
  }
  return 2;
}

int main(void)
{
  return rank((enum level)7);
}

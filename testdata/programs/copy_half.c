/* WRONG: copies the first member of a pair only. */
#include <string.h>

struct pair { int a, b; };

/*@ requires \valid(d) && \valid_read(s) && \separated(d, s);
    assigns *d;
    ensures d->a == s->a && d->b == s->b; */
void copy(struct pair *d, const struct pair *s)
{
  memcpy(d, s, sizeof(int));
}

int main(void)
{
  struct pair x = { 1, 2 }, y = { 0, 0 };
  copy(&y, &x);
  return y.b - 2;
}

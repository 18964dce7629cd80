/* RIGHT: takes over a configuration as a whole. */
struct config { int rate; unsigned char id[4]; };

static struct config active;

/*@ requires \valid_read(c);
    requires \separated(c, &active);
    terminates \true;
    assigns active;
    ensures active.rate == c->rate;
    ensures \forall integer i; 0 <= i < 4 ==> active.id[i] == c->id[i]; */
void apply(const struct config *c)
{
  active = *c;
}

int main(void)
{
  struct config c = { 3, { 1, 2, 3, 4 } };
  apply(&c);
  return active.rate - 3;
}

/* WRONG: wraps one step too late, so head can become SIZE and the next write is out of bounds. */
#define SIZE 16

struct ring {
  unsigned head;
  int slot[SIZE];
};

/*@ requires \valid(r);
    requires r->head < SIZE;
    terminates \true;
    assigns r->head, r->slot[0 .. SIZE - 1];
    ensures r->head < SIZE;
    ensures r->slot[\old(r->head)] == v; */
void ring_put(struct ring *r, int v)
{
  r->slot[r->head] = v;
  r->head = r->head == SIZE ? 0 : r->head + 1;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  struct ring r = { SIZE - 1, { 0 } };
  ring_put(&r, 41);
  ring_put(&r, 42);
  return (int)r.head;
}

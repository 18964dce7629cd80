/* RIGHT: head stays below SIZE, and a write changes the slot at head and nothing else. */
#define SIZE 16

struct ring {
  unsigned head;
  int slot[SIZE];
};

/*@ requires i < SIZE;
    terminates \true;
    assigns \nothing;
    ensures i < SIZE - 1 ==> \result == i + 1;
    ensures i == SIZE - 1 ==> \result == 0; */
static unsigned next(unsigned i)
{
  return i + 1 == SIZE ? 0 : i + 1;
}

/*@ requires \valid(r);
    requires r->head < SIZE;
    terminates \true;
    assigns r->head, r->slot[0 .. SIZE - 1];
    ensures r->head < SIZE;
    ensures r->head == (\old(r->head) + 1) % SIZE;
    ensures r->slot[\old(r->head)] == v;
    ensures \forall integer k; 0 <= k < SIZE && k != \old(r->head) ==> r->slot[k] == \old(r->slot[k]); */
void ring_put(struct ring *r, int v)
{
  r->slot[r->head] = v;
  r->head = next(r->head);
}

/*@ terminates \true; assigns \nothing; ensures \result == 0; */
int main(void)
{
  struct ring r = { SIZE - 1, { 0 } };
  ring_put(&r, 41);
  return (int)r.head;
}
